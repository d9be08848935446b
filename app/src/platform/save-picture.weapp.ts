import Taro from '@tarojs/taro'
import type { SavedPicture, SaveResult } from './save-picture.h5'

/**
 * Saves the picture to the phone's album, after WeChat has asked for permission once.
 *
 * @throws Error when the picture cannot be loaded, or WeChat's failure
 */
export async function savePicture({ address }: SavedPicture): Promise<SaveResult> {
  const { statusCode, tempFilePath } = await Taro.downloadFile({ url: address })
  if (statusCode !== 200) throw new Error(`The picture did not come: ${statusCode}`)
  try {
    await Taro.saveImageToPhotosAlbum({ filePath: tempFilePath })
    return 'album'
  } catch (failure) {
    const text = String((failure as { errMsg?: string }).errMsg)
    // Only their texts distinguish the two.
    if (/auth/i.test(text)) return 'denied'
    if (/cancel/i.test(text)) return 'cancelled'
    throw failure
  }
}

/** Opens the permissions of this mini-program, where the user can change them. */
export async function openPictureSettings(): Promise<void> {
  await Taro.openSetting()
}
