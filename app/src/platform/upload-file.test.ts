import { beforeEach, expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { AbortController as WeappAbortController } from './abort-controller'
import { NetworkError } from './network-error'
import { uploadFile } from './upload-file.h5'
import { uploadFile as uploadFromPhone } from './upload-file.weapp'

const PICTURE = { address: 'wxfile://tmp/1.jpg', bytes: 3, content: new Blob(['jpg']) }
const REQUEST = { method: 'POST' as const, url: '/aaapi/files/upload', headers: { Authorization: 'Bearer t' } }
const DONE = '{"success":true}'

/** One request of the browser that the test controls. */
class FakeHttp {
  static last: FakeHttp
  status = 0
  responseText = ''
  timeout = 0
  headers: Record<string, string> = {}
  opened: string[] = []
  sent: FormData | undefined
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  ontimeout?: () => void
  onabort?: () => void
  constructor() {
    FakeHttp.last = this
  }
  open(...words: string[]) {
    this.opened = words
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.sent = form
  }
  abort() {
    this.onabort?.()
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeHttp)
})

test('the browser sends the picture as the part file, reports the progress, and reads the answer', async () => {
  const progress: number[] = []
  const answer = uploadFile({ ...REQUEST, picture: PICTURE, onProgress: (percent) => progress.push(percent) })
  const http = FakeHttp.last
  expect([http.opened, http.headers]).toEqual([['POST', '/aaapi/files/upload'], { Authorization: 'Bearer t' }])
  expect(http.sent?.get('file')).toBeInstanceOf(Blob)
  http.upload.onprogress?.({ loaded: 0, total: 0 })
  http.upload.onprogress?.({ loaded: 1, total: 3 })
  http.upload.onprogress?.({ loaded: 3, total: 3 })
  Object.assign(http, { status: 200, responseText: DONE })
  http.onload?.()
  expect(await answer).toEqual({ status: 200, body: { success: true } })
  expect(progress).toEqual([33, 100])
})

test('an upload that the network loses, or that takes too long, is a network failure', async () => {
  for (const end of ['onerror', 'ontimeout'] as const) {
    const answer = uploadFile({ ...REQUEST, picture: PICTURE, onProgress: () => undefined })
    FakeHttp.last[end]?.()
    await expect(answer).rejects.toBeInstanceOf(NetworkError)
  }
})

test('an aborted upload rejects with the reason of its signal', async () => {
  const giveUp = new AbortController()
  const answer = uploadFile({ ...REQUEST, picture: PICTURE, onProgress: () => undefined, signal: giveUp.signal })
  giveUp.abort(new Error('left the page'))
  await expect(answer).rejects.toThrow('left the page')
})

type Options = { success: (done: unknown) => void; fail: (cause: unknown) => void }

/** WeChat's upload that the test controls. */
function givenPhone() {
  const sent: Record<string, unknown>[] = []
  const abort = vi.fn()
  let notify: (event: { progress: number }) => void = () => undefined
  const uploadFile = (options: Options) => {
    sent.push({ ...options })
    abort.mockImplementation(() => options.fail({ errMsg: 'uploadFile:fail abort' }))
    const task = Promise.resolve()
    return Object.assign(task, { abort, progress: (hear: typeof notify) => (notify = hear) })
  }
  Object.assign(Taro, { uploadFile })
  return { sent, move: (progress: number) => notify({ progress }), options: () => sent[0] as unknown as Options }
}

test('the mini-program sends the file at its path, reports the progress, and reads the answer', async () => {
  const phone = givenPhone()
  const progress: number[] = []
  const answer = uploadFromPhone({ ...REQUEST, picture: PICTURE, onProgress: (percent) => progress.push(percent) })
  expect(phone.sent[0]).toMatchObject({ url: REQUEST.url, filePath: PICTURE.address, name: 'file' })
  phone.move(40)
  phone.options().success({ statusCode: 413, data: '{"success":false}' })
  expect(await answer).toEqual({ status: 413, body: { success: false } })
  expect(progress).toEqual([40])
})

test('in the mini-program a lost upload is a network failure, and an aborted one ends with its reason', async () => {
  const lost = givenPhone()
  const answer = uploadFromPhone({ ...REQUEST, picture: PICTURE, onProgress: () => undefined })
  lost.options().fail({ errMsg: 'uploadFile:fail' })
  await expect(answer).rejects.toBeInstanceOf(NetworkError)

  givenPhone()
  const giveUp = new WeappAbortController()
  const signal = giveUp.signal as unknown as AbortSignal
  const left = uploadFromPhone({ ...REQUEST, picture: PICTURE, onProgress: () => undefined, signal })
  giveUp.abort(new Error('left the page'))
  await expect(left).rejects.toThrow('left the page')
})
