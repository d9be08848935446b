import { type ContentKind, placeholderOf } from '@paidang/domain/areas/content/content'
import { and, asc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type ContentRow, contentSubmissions } from '../../../tables/content.ts'
import { isHeldMessage, messages } from '../../../tables/messages.ts'
import { TEXT_PLACES } from './place-queries.ts'
import type { ContentObject } from './queries.ts'

/** A held text, with what is needed to find its placeholder. */
type HeldText = ContentObject & { id: string; authorId: string }

/** Locks an author's texts about a thing until the transaction ends, also those that are not stored yet. */
export async function lockTexts(tx: Database, { kind, objectId }: ContentObject, authorId: string): Promise<void> {
  const key = `texts|${kind}|${objectId}|${authorId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Lists an author's earlier submissions about a thing that wait or were approved. */
export async function listPreviousTexts(
  db: Database,
  { kind, objectId }: ContentObject,
  authorId: string,
): Promise<ContentRow[]> {
  const { state, id } = contentSubmissions
  return db
    .select()
    .from(contentSubmissions)
    .where(
      and(
        eq(contentSubmissions.authorId, authorId),
        eq(contentSubmissions.kind, kind),
        eq(contentSubmissions.objectId, objectId),
        inArray(state, ['WAITING', 'APPROVED']),
      ),
    )
    .orderBy(asc(id))
}

/** Lists all waiting submissions of an author. */
export async function listWaitingBy(db: Database, authorId: string): Promise<ContentRow[]> {
  const isWaiting = eq(contentSubmissions.state, 'WAITING')
  return db
    .select()
    .from(contentSubmissions)
    .where(and(eq(contentSubmissions.authorId, authorId), isWaiting))
    .orderBy(asc(contentSubmissions.id))
}

/** Reserves the id of a submission. Its row is inserted later, once the thing it is about exists. */
export async function reserveId(tx: Database): Promise<string> {
  const sequence = sql`pg_get_serial_sequence('content_submissions', 'id')`
  const { rows } = await tx.execute<{ id: string }>(sql`select nextval(${sequence})::text as id`)
  if (!rows[0]) throw new Error('a sequence answered no row')
  return rows[0].id
}

/** Inserts a held text under its reserved id. */
export async function insertTexts(
  tx: Database,
  words: ContentObject & { id: string; field: string; value: string; authorId: string; createdAt: Date },
): Promise<void> {
  await tx.insert(contentSubmissions).values(words)
}

/** Deletes a submission. */
export async function deleteTexts(tx: Database, id: string): Promise<void> {
  await tx.delete(contentSubmissions).where(eq(contentSubmissions.id, id))
}

const placesOf = (kind: ContentKind) => TEXT_PLACES[kind]?.places ?? []

/** The messages that contain a placeholder: its author sent them, or they are about the same thing. */
function messagesWith({ id, kind, objectId, authorId }: HeldText): SQL | undefined {
  const isAbout = TEXT_PLACES[kind]?.messagesAbout(objectId)
  return and(
    isHeldMessage(),
    or(eq(messages.senderId, authorId), isAbout),
    like(messages.content, `%${placeholderOf(id)}%`),
  )
}

/** Whether the placeholder of a text exists anywhere. */
export async function isPlaced(tx: Database, words: HeldText): Promise<boolean> {
  const held = `%${placeholderOf(words.id)}%`
  for (const { table, key, columns } of placesOf(words.kind)) {
    const isHere = or(...columns.map((column) => like(column, held)))
    if ((await tx.$count(table, and(eq(key, words.objectId), isHere))) > 0) return true
  }
  return (await tx.$count(messages, messagesWith(words))) > 0
}

/** Replaces the placeholder of a text everywhere by `text`. @returns the receivers of the changed messages */
export async function fillPlaceholders(tx: Database, words: HeldText, text: string): Promise<string[]> {
  const placeholder = placeholderOf(words.id)
  for (const { table, key, columns } of placesOf(words.kind)) {
    for (const column of columns) {
      const name = sql.identifier(column.name)
      await tx.execute(sql`update ${table} set ${name} = replace(${name}, ${placeholder}, ${text})
        where ${key} = ${words.objectId}::bigint and ${column} like ${`%${placeholder}%`}`)
    }
  }
  const changed = await tx
    .update(messages)
    .set({ content: sql`replace(${messages.content}, ${placeholder}, ${text})` })
    .where(messagesWith(words))
    .returning({ receiverId: messages.receiverId })
  return changed.map(({ receiverId }) => receiverId)
}
