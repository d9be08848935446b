import { prepareFile } from '../platform/save-file'
import type { SavedFile } from '../platform/save-file-words'
import { confirm } from './confirm'

/**
 * Opens, downloads or hands on a file that was fetched; where that needs a press of its own, asks for one.
 *
 * @returns whether it went on
 * @throws the device's failure
 */
export async function keepFile(file: SavedFile): Promise<boolean> {
  const { needsPress, hand } = await prepareFile(file)
  if (needsPress) {
    return await confirm({ title: '文件已准备好', line: '发到聊天里，就可以打开或保存', confirmText: '发送文件' }, hand)
  }
  await hand()
  return true
}
