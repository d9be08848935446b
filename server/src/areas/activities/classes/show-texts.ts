import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { classTopic } from './queries.ts'

/** Publishes that the text of a class changed, without a step of its audit trail. */
export async function publishClass(tx: Database, id: string): Promise<void> {
  await publishChanges(tx, [classTopic(id)])
}
