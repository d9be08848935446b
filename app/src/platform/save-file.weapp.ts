import Taro from '@tarojs/taro'
import type { SavedFile } from './save-file-words'

type FileType = keyof Taro.openDocument.FileType

/** Writes the file into the mini-program's own folder and opens it, with the menu that forwards and saves it. @throws WeChat's failure */
export async function saveFile({ fileName, base64 }: SavedFile): Promise<void> {
  const filePath = `${Taro.env.USER_DATA_PATH}/${fileName}`
  await new Promise<void>((resolve, reject) => {
    Taro.getFileSystemManager().writeFile({
      filePath,
      data: base64,
      encoding: 'base64',
      success: () => resolve(),
      fail: reject,
    })
  })
  await Taro.openDocument({ filePath, fileType: fileName.split('.').pop() as FileType, showMenu: true })
}
