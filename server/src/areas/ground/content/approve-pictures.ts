import { and, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { files } from '../../../tables/files.ts'

/** Marks pictures as approved, so that other places may show them too. */
export async function approvePictures(tx: Database, paths: readonly string[], now: Date): Promise<void> {
  if (paths.length === 0) return
  await tx
    .update(files)
    .set({ approvedAt: now })
    .where(and(inArray(files.relativePath, [...paths]), isNull(files.approvedAt)))
}
