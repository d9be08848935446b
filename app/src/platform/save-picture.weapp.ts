import Taro from '@tarojs/taro'
import type { KeepEnd, KeptPicture } from './save-picture-words'

/**
 * Puts the picture into the phone's album, which WeChat asks the user to allow once.
 *
 * @throws Error when the picture does not come, or WeChat's failure
 */
export async function savePicture({ address }: KeptPicture): Promise<KeepEnd> {
  const { statusCode, tempFilePath } = await Taro.downloadFile({ url: address })
  if (statusCode !== 200) throw new Error(`The picture did not come: ${statusCode}`)
  try {
    await Taro.saveImageToPhotosAlbum({ filePath: tempFilePath })
    return 'album'
  } catch (failure) {
    const text = String((failure as { errMsg?: string }).errMsg)
    // WeChat tells the two by their texts alone.
    if (/auth/i.test(text)) return 'denied'
    if (/cancel/i.test(text)) return 'cancelled'
    throw failure
  }
}

/** Opens what the user allows this mini-program, where he can change his mind. */
export async function openPictureSettings(): Promise<void> {
  await Taro.openSetting()
}
