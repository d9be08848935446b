import Taro from '@tarojs/taro'
import type { ReadyFile, SavedFile } from './save-file-words'
import { removeFile, removeWrittenFiles, writeFile } from './written-files.weapp'

type FileType = keyof Taro.openDocument.FileType

/** What WeChat's viewer shows; any other file can only be handed on. */
const VIEWED = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf']

/**
 * Writes the file into the mini-program's own folder. It opens with the menu that forwards and saves it; a file that WeChat cannot
 * show is handed on to a chat, which WeChat allows in a press alone. What was handed on is removed at once, whether or not that
 * went well; what is open in the viewer, with the next file or the next start. @throws WeChat's failure
 */
export async function prepareFile({ fileName, base64 }: SavedFile): Promise<ReadyFile> {
  removeWrittenFiles()
  const filePath = await writeFile(fileName, base64)
  const fileType = fileName.split('.').pop() ?? ''
  if (!VIEWED.includes(fileType)) {
    const handOn = () => Taro.shareFileMessage({ filePath, fileName })
    return { needsPress: true, hand: () => done(handOn().finally(() => removeFile(filePath))) }
  }
  const open = () => Taro.openDocument({ filePath, fileType: fileType as FileType, showMenu: true })
  return {
    needsPress: false,
    hand: () =>
      done(open()).catch((failure) => {
        removeFile(filePath)
        throw failure
      }),
  }
}

async function done(work: Promise<unknown>): Promise<void> {
  await work
}
