import type { Database } from '../../../db/database.ts'
import { discardFile, lockFileOf } from './queries.ts'

/** Marks a rejected picture as discarded, unless it is used elsewhere. The clean-up removes its files. */
export async function discardPicture(
  tx: Database,
  { relativePath, now }: { relativePath: string; now: Date },
): Promise<void> {
  const id = await lockFileOf(tx, relativePath)
  if (id !== undefined) await discardFile(tx, { id, now })
}
