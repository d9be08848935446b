import { afterEach, expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { savePicture } from './save-picture.h5'
import { openPictureSettings, savePicture as saveInPhone } from './save-picture.weapp'

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
  return { saveImageToPhotosAlbum, openSetting }
}

test('a phone downloads the picture and saves it to the album', async () => {
  const { saveImageToPhotosAlbum } = givenAlbum()
  expect(await saveInPhone(POSTER)).toBe('album')
  expect(saveImageToPhotosAlbum).toHaveBeenCalledWith({ filePath: 'wxfile://tmp/1.png' })
})

test('a missing permission, a cancelled dialog and a failure are told apart', async () => {
  givenAlbum('saveImageToPhotosAlbum:fail auth deny')
  expect(await saveInPhone(POSTER)).toBe('denied')
  givenAlbum('saveImageToPhotosAlbum:fail cancel')
  expect(await saveInPhone(POSTER)).toBe('cancelled')
  givenAlbum('saveImageToPhotosAlbum:fail system error')
  await expect(saveInPhone(POSTER)).rejects.toMatchObject({ errMsg: expect.stringContaining('system error') })
})

test('an answer that is no picture is not saved to the album', async () => {
  const { saveImageToPhotosAlbum } = givenAlbum(undefined, 404)
  await expect(saveInPhone(POSTER)).rejects.toThrow('404')
  expect(saveImageToPhotosAlbum).not.toHaveBeenCalled()
})

test('one call opens the settings where the album can be allowed', async () => {
  const { openSetting } = givenAlbum()
  await openPictureSettings()
  expect(openSetting).toHaveBeenCalledTimes(1)
})
