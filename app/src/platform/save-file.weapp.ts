import Taro from '@tarojs/taro'
import type { ReadyFile, SavedFile } from './save-file.h5'

type FileType = keyof Taro.openDocument.FileType

/** The formats of WeChat's viewer; any other file can only be sent to a chat. */
const VIEWED = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf']

/**
 * Writes the file into the mini-program's own folder. It opens in the viewer, with a menu to forward and save it. A
 * file that WeChat cannot show is sent to a chat, which WeChat allows only inside a press. A sent file is removed at
 * once, also after a failure. A file in the viewer is removed with the next file or the next start.
 *
 * @throws WeChat's failure
 */
export async function prepareFile({ fileName, base64 }: SavedFile): Promise<ReadyFile> {
  await removeWrittenFiles()
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
      done(open()).catch(async (failure) => {
        await removeFile(filePath)
        throw failure
      }),
  }
}

async function done(work: Promise<unknown>): Promise<void> {
  await work
}

/** Files in the mini-program's own folder stay until they are removed. */
const folder = () => Taro.env.USER_DATA_PATH ?? ''

/**
 * Writes a file into the folder.
 *
 * @returns its path
 * @throws WeChat's failure
 */
export function writeFile(fileName: string, base64: string): Promise<string> {
  const filePath = `${folder()}/${fileName}`
  return new Promise((resolve, reject) => {
    const data = { filePath, data: base64, encoding: 'base64' as const }
    Taro.getFileSystemManager().writeFile({ ...data, success: () => resolve(filePath), fail: reject })
  })
}

/** Removes a file. One that cannot be removed goes at the next start. */
export function removeFile(filePath: string): Promise<void> {
  return new Promise((resolve) => {
    Taro.getFileSystemManager().unlink({ filePath, complete: () => resolve() })
  })
}

/** Removes every file that was written here. A file that is written later under the same name stays. */
export async function removeWrittenFiles(): Promise<void> {
  const dirPath = folder()
  const files = await new Promise<string[]>((resolve) => {
    // Without a folder there are no files.
    Taro.getFileSystemManager().readdir({ dirPath, success: (found) => resolve(found.files), fail: () => resolve([]) })
  })
  await Promise.all(files.map((name) => removeFile(`${dirPath}/${name}`)))
}
