import { afterEach, expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { prepareFile, savePicture } from './save-file.h5'
import {
  addToCalendar,
  openSettings,
  prepareFile as prepareInPhone,
  savePicture as saveInPhone,
} from './save-file.weapp'

const FILE = { fileName: '授课记录.xlsx', contentType: 'application/vnd.ms-excel', base64: btoa('cells') }

test('a browser downloads the file under its name', async () => {
  const made: Blob[] = []
  URL.createObjectURL = (blob: Blob) => {
    made.push(blob)
    return 'blob:1'
  }
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(`${this.download} ${this.href}`)
  })
  const { hand, needsPress } = await prepareFile(FILE)
  expect([names, needsPress]).toEqual([[], false])
  await hand()
  expect(names).toEqual(['授课记录.xlsx blob:1'])
  expect(made.map(({ size, type }) => [size, type])).toEqual([[5, 'application/vnd.ms-excel']])
  expect(document.querySelector('a')).toBeNull()
})

/** A phone whose file system and document viewer answer as given. */
function givenPhone({ fails = false, refuses = false, left = [] as string[] } = {}) {
  const end = () => (refuses ? Promise.reject(new Error('cancel')) : Promise.resolve())
  const openDocument = vi.fn(end)
  const shareFileMessage = vi.fn(end)
  // As in WeChat, every answer comes later, and in any order.
  const later = (answer: () => void) => void Promise.resolve().then(answer)
  const files = new Set(left)
  const unlink = vi.fn(({ filePath, complete }: { filePath: string; complete: () => void }) =>
    later(() =>
      later(() => {
        files.delete(filePath.split('/').pop() ?? '')
        complete()
      }),
    ),
  )
  const readdir = vi.fn((options: { success: (found: { files: string[] }) => void }) =>
    later(() => options.success({ files: [...files] })),
  )
  const writeFile = vi.fn((options: { filePath: string; success: () => void; fail: (cause: unknown) => void }) =>
    later(() => {
      if (fails) return options.fail({ errMsg: 'writeFile:fail no space' })
      files.add(options.filePath.split('/').pop() ?? '')
      options.success()
    }),
  )
  Object.assign(Taro, {
    env: { USER_DATA_PATH: 'wxfile://usr' },
    getFileSystemManager: () => ({ writeFile, unlink, readdir }),
    openDocument,
    shareFileMessage,
  })
  const removed = () => unlink.mock.calls.map(([{ filePath }]) => filePath)
  return { openDocument, writeFile, shareFileMessage, removed, files }
}

test('a phone writes the file and opens it with the menu to forward it', async () => {
  const { openDocument, writeFile } = givenPhone()
  const { hand, needsPress } = await prepareInPhone(FILE)
  expect([openDocument.mock.calls, needsPress]).toEqual([[], false])
  await hand()
  const filePath = 'wxfile://usr/授课记录.xlsx'
  expect(writeFile).toHaveBeenCalledWith(expect.objectContaining({ filePath, data: FILE.base64, encoding: 'base64' }))
  expect(openDocument).toHaveBeenCalledWith({ filePath, fileType: 'xlsx', showMenu: true })
})

test('a file that the phone cannot show is sent to a chat, directly inside the press', async () => {
  const { openDocument, shareFileMessage } = givenPhone()
  const { hand, needsPress } = await prepareInPhone({ ...FILE, fileName: '我的数据.json' })
  expect([shareFileMessage.mock.calls, needsPress]).toEqual([[], true])
  // Not awaited: WeChat counts only calls inside the press.
  const handed = hand()
  expect(shareFileMessage).toHaveBeenCalledWith({ filePath: 'wxfile://usr/我的数据.json', fileName: '我的数据.json' })
  await handed
  expect(openDocument).not.toHaveBeenCalled()
})

test('a phone that cannot write the file says so and opens nothing', async () => {
  const { openDocument } = givenPhone({ fails: true })
  await expect(prepareInPhone(FILE)).rejects.toEqual({ errMsg: 'writeFile:fail no space' })
  expect(openDocument).not.toHaveBeenCalled()
})

test.each([false, true])(
  'a sent file is removed, and an open one stays until the next file (refused: %s)',
  async (refuses) => {
    const json = { ...FILE, fileName: '我的数据.json' }
    const handing = givenPhone({ refuses })
    await (await prepareInPhone(json)).hand().catch(() => undefined)
    expect(handing.removed()).toEqual(['wxfile://usr/我的数据.json'])
    const opening = givenPhone({ refuses })
    await (await prepareInPhone(FILE)).hand().catch(() => undefined)
    expect(opening.removed()).toEqual(refuses ? ['wxfile://usr/授课记录.xlsx'] : [])
    const next = givenPhone({ left: ['授课记录.xlsx'] })
    await prepareInPhone(json)
    expect(next.removed()).toEqual(['wxfile://usr/授课记录.xlsx'])
  },
)

test.each(['授课记录.xlsx', '我的数据.json'])(
  'a second file under the same name is there when it is opened: %s',
  async (fileName) => {
    const { files } = givenPhone({ left: [fileName] })
    const { hand } = await prepareInPhone({ ...FILE, fileName })
    // Whatever is still to come has come.
    await new Promise((resolve) => setTimeout(resolve))
    expect([...files]).toEqual([fileName])
    await hand()
  },
)

/** WeChat's word for a user who refused the privacy guide. */
const REFUSED_GUIDE = 'privacy permission is not authorized'

const POSTER = { address: 'https://paidang.test/poster.png', fileName: '林知夏的球员名片.png' }

afterEach(() => vi.unstubAllGlobals())

test('a browser downloads the picture under its name', async () => {
  vi.stubGlobal('fetch', async (url: string) => new Response(url))
  const made: Blob[] = []
  URL.createObjectURL = (blob: Blob) => `blob:${made.push(blob)}`
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(`${this.download} ${this.href}`)
  })
  expect(await savePicture(POSTER)).toBe('downloaded')
  expect(names).toEqual(['林知夏的球员名片.png blob:1'])
  expect(made.map(({ size }) => size)).toEqual([POSTER.address.length])
})

test('a browser that cannot load the picture says so', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  await expect(savePicture(POSTER)).rejects.toThrow('404')
})

test('WeChat’s own browser can only show it', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50' })
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  expect(await savePicture(POSTER)).toBe('shown')
  expect(asked).not.toHaveBeenCalled()
})

/** A phone whose album accepts a picture, or refuses it. */
function givenAlbum(failure?: string, statusCode = 200) {
  const saveImageToPhotosAlbum = vi.fn(() => (failure ? Promise.reject({ errMsg: failure }) : Promise.resolve()))
  const downloadFile = vi.fn(() => Promise.resolve({ statusCode, tempFilePath: 'wxfile://tmp/1.png' }))
  const openSetting = vi.fn(() => Promise.resolve())
  Object.assign(Taro, { downloadFile, saveImageToPhotosAlbum, openSetting })
  return { saveImageToPhotosAlbum, openSetting, downloadFile }
}

test('a phone downloads the picture and saves it to the album', async () => {
  const { saveImageToPhotosAlbum } = givenAlbum()
  expect(await saveInPhone(POSTER)).toBe('album')
  expect(saveImageToPhotosAlbum).toHaveBeenCalledWith({ filePath: 'wxfile://tmp/1.png' })
})

test('a picture that came with an answer goes to the album without a call, and its file is removed, also after a failure', async () => {
  const { files } = givenPhone()
  const drawn = { fileName: '学员邀请.png', contentType: 'image/png', base64: btoa('pixels') }
  const { saveImageToPhotosAlbum, downloadFile } = givenAlbum()
  expect(await saveInPhone(drawn)).toBe('album')
  expect(saveImageToPhotosAlbum).toHaveBeenCalledWith({ filePath: 'wxfile://usr/学员邀请.png' })
  expect(downloadFile).not.toHaveBeenCalled()
  expect(files.size).toBe(0)
  givenAlbum('saveImageToPhotosAlbum:fail auth deny')
  expect(await saveInPhone(drawn)).toBe('denied')
  expect(files.size).toBe(0)
})

test('a missing permission, a cancelled dialog and a failure are told apart', async () => {
  givenAlbum('saveImageToPhotosAlbum:fail auth deny')
  expect(await saveInPhone(POSTER)).toBe('denied')
  givenAlbum('saveImageToPhotosAlbum:fail cancel')
  expect(await saveInPhone(POSTER)).toBe('cancelled')
  for (const reason of ['system error', REFUSED_GUIDE]) {
    givenAlbum(`saveImageToPhotosAlbum:fail ${reason}`)
    await expect(saveInPhone(POSTER)).rejects.toMatchObject({ errMsg: expect.stringContaining(reason) })
  }
})

test('an answer that is no picture is not saved to the album', async () => {
  const { saveImageToPhotosAlbum } = givenAlbum(undefined, 404)
  await expect(saveInPhone(POSTER)).rejects.toThrow('404')
  expect(saveImageToPhotosAlbum).not.toHaveBeenCalled()
})

test('one call opens the settings where the album can be allowed', async () => {
  const { openSetting } = givenAlbum()
  await openSettings()
  expect(openSetting).toHaveBeenCalledTimes(1)
})

const EVENT = {
  title: '成人私教 1 对 1',
  place: '星湖网球中心 3号场',
  note: '教练 王启明',
  startsAt: new Date('2026-11-22T18:30:00+08:00'),
  endsAt: new Date('2026-11-22T20:00:00+08:00'),
}
const noFile = () => Promise.reject(new Error('the phone needs no file'))

/** WeChat's answer to the next event. */
function givenCalendar(answer: () => Promise<unknown>) {
  const addPhoneCalendar = vi.fn(answer)
  Object.assign(Taro, { addPhoneCalendar })
  return addPhoneCalendar
}

test('an event is written in whole seconds, with an alarm one hour before', async () => {
  const phone = givenCalendar(() => Promise.resolve({ errMsg: 'addPhoneCalendar:ok' }))
  expect(await addToCalendar(EVENT, noFile)).toBe('added')
  expect(phone).toHaveBeenCalledWith({
    title: '成人私教 1 对 1',
    location: '星湖网球中心 3号场',
    description: '教练 王启明',
    startTime: 1_795_343_400,
    endTime: 1_795_348_800,
    alarm: true,
    alarmOffset: 3600,
  })
})

test.each([
  ['addPhoneCalendar:fail auth deny', 'denied'],
  ['addPhoneCalendar:fail permission denied', 'denied'],
  ['addPhoneCalendar:fail cancel', 'cancelled'],
])('%s ends as %s', async (errMsg, end) => {
  givenCalendar(() => Promise.reject({ errMsg }))
  expect(await addToCalendar(EVENT, noFile)).toBe(end)
})

test.each(['system error', REFUSED_GUIDE])('any other failure is thrown to the caller: %s', async (reason) => {
  const failure = { errMsg: `addPhoneCalendar:fail ${reason}` }
  givenCalendar(() => Promise.reject(failure))
  await expect(addToCalendar(EVENT, noFile)).rejects.toEqual(failure)
})
