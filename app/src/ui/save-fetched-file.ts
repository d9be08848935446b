import { prepareFile, type SavedFile } from '../platform/save-file'
import { confirm } from './confirm'

/**
 * Opens, downloads or shares a fetched file. If that needs a press of its own, it asks for one.
 *
 * @returns whether the user continued
 * @throws the device's failure
 */
export async function saveFetchedFile(file: SavedFile): Promise<boolean> {
  const { needsPress, hand } = await prepareFile(file)
  if (needsPress) {
    return await confirm({ title: '文件已准备好', line: '发到聊天里，就可以打开或保存', confirmText: '发送文件' }, hand)
  }
  await hand()
  return true
}
