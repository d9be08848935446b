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

/** Removes a file; one that cannot be removed goes at the next start. */
export function removeFile(filePath: string): void {
  Taro.getFileSystemManager().unlink({ filePath, fail: () => undefined })
}

/** Removes every file that was written here. */
export function removeWrittenFiles(): void {
  const left = folder()
  Taro.getFileSystemManager().readdir({
    dirPath: left,
    success: ({ files }) => {
      for (const name of files) removeFile(`${left}/${name}`)
    },
    // Without a folder there are no files.
    fail: () => undefined,
  })
}
