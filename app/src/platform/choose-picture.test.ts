import { ApiError } from '@paidang/api/catalogue/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { choosePicture, choosePictures, releasePicture } from './choose-picture.h5'
import { choosePicture as chooseOnPhone, choosePictures as chooseSeveralOnPhone } from './choose-picture.weapp'
import { fittingSize } from './picture-limits'

const file = (bytes: number, type = 'image/jpeg') => new File([new Uint8Array(bytes)], 'contract.jpg', { type })

/** The browser's answer to the file chooser: a file or none, and the decoded picture. */
function givenBrowser({
  chosen,
  more = [],
  jpegBytes = 10,
}: {
  chosen: File | undefined
  more?: File[]
  jpegBytes?: number
}) {
  const drawn: number[][] = []
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: chosen ? [chosen, ...more] : [] })
    this.dispatchEvent(new Event(chosen ? 'change' : 'cancel'))
  })
  const image = { naturalWidth: 4000, naturalHeight: 3000 }
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = image.naturalWidth
      naturalHeight = image.naturalHeight
      decode = () => (chosen?.type === 'text/plain' ? Promise.reject(new Error('no picture')) : Promise.resolve())
    },
  )
  const pen = { fillRect: vi.fn(), drawImage: (_: unknown, ...box: number[]) => drawn.push(box) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(file(jpegBytes)))
  return drawn
}

beforeEach(() => {
  let made = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => {
        made += 1
        return `blob:${made}`
      },
      revokeObjectURL: vi.fn<() => void>(),
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 2000, height: 1500 },
  ],
  [
    { width: 1000, height: 8000 },
    { width: 250, height: 2000 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
])('%o is sent as %o', (size, fitting) => {
  expect(fittingSize(size)).toEqual(fitting)
})

test('a chosen picture is reduced before anything else', async () => {
  const drawn = givenBrowser({ chosen: file(100) })
  expect(await choosePicture()).toMatchObject({ bytes: 10, address: 'blob:2' })
  expect(drawn).toEqual([[0, 0, 2000, 1500]])
  expect(document.querySelector('input')).toBeNull()
})

test('a choice is reported before its compression, and a cancelled choice is not reported', async () => {
  const drawn = givenBrowser({ chosen: file(100) })
  const onPicked = vi.fn(() => expect(drawn).toEqual([]))
  await choosePicture(onPicked)
  expect([onPicked.mock.calls.length, drawn.length]).toEqual([1, 1])
  givenBrowser({ chosen: undefined })
  await choosePicture(onPicked)
  expect(onPicked).toHaveBeenCalledTimes(1)
})

test('a picture that would grow is sent unchanged', async () => {
  givenBrowser({ chosen: file(5) })
  expect(await choosePicture()).toMatchObject({ bytes: 5 })
})

test('a cancelled choice gives nothing, and leaves no chooser in the page', async () => {
  givenBrowser({ chosen: undefined })
  expect(await choosePicture()).toBeUndefined()
  expect(document.querySelector('input')).toBeNull()
})

test('of several chosen pictures, no more are taken than there is room for', async () => {
  givenBrowser({ chosen: file(50), more: [file(60), file(70)] })
  const pictures = await choosePictures(2)
  expect(new Set(pictures.map(({ address }) => address)).size).toBe(2)
})

test('a file that is no picture is refused', async () => {
  givenBrowser({ chosen: file(5, 'text/plain') })
  await expect(choosePicture()).rejects.toThrow(new ApiError('picture_unsupported'))
})

test('a picture that is no longer shown releases its memory', () => {
  releasePicture({ address: 'blob:7', bytes: 1 })
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:7')
})

/** WeChat's answers to choosing, compressing and reading the file size. */
function givenPhone(choose: () => Promise<unknown>, compressedBytes = 0) {
  const compressImage = vi.fn(() => Promise.resolve({ tempFilePath: 'wxfile://small.jpg' }))
  const getFileInfo = ({ success }: { success: (info: { size: number }) => void }) => success({ size: compressedBytes })
  Object.assign(Taro, { chooseMedia: choose, compressImage, getFileSystemManager: () => ({ getFileInfo }) })
  return compressImage
}
const media = (size: number) => () =>
  Promise.resolve({ tempFiles: [{ tempFilePath: 'wxfile://1.jpg', size, width: 3000, height: 4000 }] })

test('in the mini-program a small enough picture is taken as WeChat compressed it', async () => {
  const compress = givenPhone(media(2_097_152))
  expect(await chooseOnPhone()).toEqual({ address: 'wxfile://1.jpg', bytes: 2_097_152 })
  expect(compress).not.toHaveBeenCalled()
})

test('in the mini-program a larger one is compressed once more', async () => {
  const compress = givenPhone(media(2_097_153), 900_000)
  expect(await chooseOnPhone()).toEqual({ address: 'wxfile://small.jpg', bytes: 900_000 })
  expect(compress).toHaveBeenCalledWith({ src: 'wxfile://1.jpg', quality: 80, compressedHeight: 2000 })
})

test('in the mini-program several are chosen at once, and only the large ones are compressed once more', async () => {
  const choose = vi.fn(() =>
    Promise.resolve({
      tempFiles: [
        { tempFilePath: 'wxfile://1.jpg', size: 9, width: 3, height: 4 },
        { tempFilePath: 'wxfile://2.jpg', size: 2_097_153, width: 3000, height: 4000 },
      ],
    }),
  )
  givenPhone(choose, 900_000)
  expect(await chooseSeveralOnPhone(7)).toEqual([
    { address: 'wxfile://1.jpg', bytes: 9 },
    { address: 'wxfile://small.jpg', bytes: 900_000 },
  ])
  expect(choose).toHaveBeenCalledWith(expect.objectContaining({ count: 7, mediaType: ['image'] }))
})

test('in the mini-program a cancelled choice gives nothing, and any other failure is thrown', async () => {
  givenPhone(() => Promise.reject({ errMsg: 'chooseMedia:fail cancel' }))
  expect(await chooseOnPhone()).toBeUndefined()
  givenPhone(() => Promise.reject({ errMsg: 'chooseMedia:fail system error' }))
  await expect(chooseOnPhone()).rejects.toEqual({ errMsg: 'chooseMedia:fail system error' })
})
