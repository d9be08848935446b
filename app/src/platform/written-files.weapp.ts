import Taro from '@tarojs/taro'

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
