import { CONTENT_FIELDS, checkedField } from '@paidang/domain/areas/content/content'
import type { Database } from '../../../db/database.ts'
import { type ContentObject, deleteContentOf, deleteWaitingOf } from './queries.ts'

/** Deletes everything that a user submitted, decided or not. */
export async function forgetContent(tx: Database, userId: string): Promise<void> {
  await deleteContentOf(tx, userId)
}

/** Deletes the waiting submissions about a thing. Texts that belong to an action stay, for their author. */
export async function dropPending(tx: Database, object: ContentObject): Promise<void> {
  const lasting = Object.keys(CONTENT_FIELDS[object.kind]).filter((name) => !checkedField(object.kind, name)?.isOnce)
  await deleteWaitingOf(tx, object, lasting)
}
