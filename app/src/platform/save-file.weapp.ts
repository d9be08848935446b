import Taro from '@tarojs/taro'
import type { ReadyFile, SavedFile } from './save-file-words'

type FileType = keyof Taro.openDocument.FileType

/** What WeChat's viewer shows; any other file can only be handed on. */
const VIEWED = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf']

/**
 * Writes the file into the mini-program's own folder. It opens with the menu that forwards and saves it; a file that WeChat cannot
 * show is handed on to a chat, which WeChat allows in a press alone. @throws WeChat's failure
 */
export async function prepareFile({ fileName, base64 }: SavedFile): Promise<ReadyFile> {
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
  if (!VIEWED.includes(fileType))
    return { needsPress: true, hand: () => done(Taro.shareFileMessage({ filePath, fileName })) }
  const open = () => Taro.openDocument({ filePath, fileType: fileType as FileType, showMenu: true })
  return { needsPress: false, hand: () => done(open()) }
}

async function done(work: Promise<unknown>): Promise<void> {
  await work
}
