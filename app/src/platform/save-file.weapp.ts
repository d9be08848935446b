import Taro from '@tarojs/taro'
import type { SavedFile } from './save-file-words'

type FileType = keyof Taro.openDocument.FileType

/** What WeChat's viewer shows; any other file can only be handed on. */
const VIEWED = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf']

/**
 * Writes the file into the mini-program's own folder and opens it, with the menu that forwards and saves it; a file that WeChat
 * cannot show is handed on to a chat, which needs a press just before. @throws WeChat's failure
 */
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
  const fileType = fileName.split('.').pop() ?? ''
  if (VIEWED.includes(fileType)) await Taro.openDocument({ filePath, fileType: fileType as FileType, showMenu: true })
  else await Taro.shareFileMessage({ filePath, fileName })
}
