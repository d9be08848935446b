import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { classTopic, lockInvitation } from './queries.ts'

/** Locks a class until the transaction ends. */
export async function lockClass(tx: Database, id: string): Promise<void> {
  await lockInvitation(tx, id)
}

/** Publishes that the text of a class changed, without a step of its audit trail. */
export async function publishClass(tx: Database, id: string): Promise<void> {
  await publishChanges(tx, [classTopic(id)])
}
