import Taro from '@tarojs/taro'
import { type ChosenPicture, JPEG_QUALITY, LONGEST_SIDE, MAX_PICTURE_BYTES } from './picture-limits'

/**
 * Lets the user choose one picture from album or camera, compressed by WeChat. Undefined when the user cancels.
 *
 * @param onPicked called after the choice, before the app's own compression, which takes a moment
 * @throws WeChat's failure
 */
export async function choosePicture(onPicked?: () => void): Promise<ChosenPicture | undefined> {
  const [picture] = await choosePictures(1, onPicked)
  return picture
}

/**
 * As `choosePicture`, for up to `most` pictures at once; none when the user cancels.
 *
 * @throws WeChat's failure
 */
export async function choosePictures(most: number, onPicked?: () => void): Promise<ChosenPicture[]> {
  try {
    const { tempFiles } = await Taro.chooseMedia({
      count: most,
      mediaType: ['image'],
      sourceType: ['album', 'camera'],
      sizeType: ['compressed'],
    })
    onPicked?.()
    return await Promise.all(
      tempFiles.map((file) =>
        file.size <= MAX_PICTURE_BYTES ? { address: file.tempFilePath, bytes: file.size } : compressedMore(file),
      ),
    )
  } catch (failure) {
    if (/cancel/i.test(String((failure as { errMsg?: string }).errMsg))) return []
    throw failure
  }
}

/** Does nothing: WeChat removes its temporary files itself. */
export function releasePicture(_picture: ChosenPicture): void {
  return
}

type Side = { width: number; height: number; tempFilePath: string }

/** WeChat's own compression keeps the dimensions of large pictures. This reduces them to our limit. */
async function compressedMore({ tempFilePath, width, height }: Side): Promise<ChosenPicture> {
  const longer = width >= height ? { compressedWidth: LONGEST_SIDE } : { compressedHeight: LONGEST_SIDE }
  const { tempFilePath: address } = await Taro.compressImage({
    src: tempFilePath,
    quality: JPEG_QUALITY * 100,
    ...(Math.max(width, height) > LONGEST_SIDE && longer),
  })
  return { address, bytes: await sizeOf(address) }
}

function sizeOf(filePath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    Taro.getFileSystemManager().getFileInfo({ filePath, success: ({ size }) => resolve(size), fail: reject })
  })
}
