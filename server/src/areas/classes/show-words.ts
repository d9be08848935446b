import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { classTopic, lockInvitation } from './queries.ts'

/** Locks a class until the transaction ends. */
export async function lockClass(tx: Database, id: string): Promise<void> {
  await lockInvitation(tx, id)
}

/** Says that a class reads otherwise, though nothing was done to it. */
export async function publishClass(tx: Database, id: string): Promise<void> {
  await publishChanges(tx, [classTopic(id)])
}
