import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { shareLinks } from './tables.ts'

export type ShareLink = typeof shareLinks.$inferSelect
/** A page that somebody hands on. */
export type SharedPage = Pick<ShareLink, 'kind' | 'objectId' | 'sharerId'>

/** Writes a short id down; does nothing where the page has one from this person already, or another page has this one. */
export async function insertLink(tx: Database, link: Omit<ShareLink, 'createdAt'> & { now: Date }): Promise<void> {
  const { now: createdAt, ...row } = link
  await tx
    .insert(shareLinks)
    .values({ ...row, createdAt })
    .onConflictDoNothing()
}

/** The short id under which this person hands on this page; undefined before the first time. */
export async function findLinkOf(
  db: Database,
  { kind, objectId, sharerId }: SharedPage,
): Promise<ShareLink | undefined> {
  const isObject = objectId === null ? isNull(shareLinks.objectId) : eq(shareLinks.objectId, objectId)
  const [link] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.sharerId, sharerId), eq(shareLinks.kind, kind), isObject))
  return link
}

/** What stands under a short id; undefined for one that nobody made. */
export async function findLink(db: Database, id: string): Promise<ShareLink | undefined> {
  const [link] = await db.select().from(shareLinks).where(eq(shareLinks.id, id))
  return link
}
