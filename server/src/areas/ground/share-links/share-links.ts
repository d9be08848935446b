import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { shareLinks } from '../../../tables/sharing.ts'

/** A short id as stored. */
export type ShareLink = typeof shareLinks.$inferSelect
/** A page that a person shares. */
export type SharedPage = Pick<ShareLink, 'kind' | 'objectId' | 'sharerId'>

/** Inserts a short id. Does nothing when this person already has an id for the page, or when the id is taken. */
export async function insertLink(tx: Database, link: Omit<ShareLink, 'createdAt'> & { now: Date }): Promise<void> {
  const { now: createdAt, ...row } = link
  await tx
    .insert(shareLinks)
    .values({ ...row, createdAt })
    .onConflictDoNothing()
}

/** The short id under which this person shares this page; undefined before the first time. */
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

/** Finds a short id; undefined for an unknown one. */
export async function findLink(db: Database, id: string): Promise<ShareLink | undefined> {
  const [link] = await db.select().from(shareLinks).where(eq(shareLinks.id, id))
  return link
}

/** Deletes every short id of a page, whoever made it. */
export async function deleteLinksTo(
  tx: Database,
  { kind, objectId }: { kind: 'ball' | 'card'; objectId: string },
): Promise<void> {
  await tx.delete(shareLinks).where(and(eq(shareLinks.kind, kind), eq(shareLinks.objectId, objectId)))
}

/**
 * Deletes ids that would be a second one for the same page and person after `moveLinks`. The ids of `to` stay,
 * otherwise the oldest one.
 */
async function deleteTwinsToBe(tx: Database, users: { from: string; to: string }): Promise<void> {
  const { sharerId, objectId } = afterMove(users)
  await tx.execute(sql`
    delete from ${shareLinks} where id in (
      select id from (
        select id, row_number() over (
          partition by kind, ${sharerId}, ${objectId}
          order by (sharer_id, object_id) is distinct from (${sharerId}, ${objectId}), created_at, id
        ) as place
        from ${shareLinks}
        where sharer_id in (${users.from}, ${users.to}) or (kind = 'card' and object_id in (${users.from}, ${users.to}))
      ) placed
      where place > 1
    )`)
}

/** Moves the ids of one user to another, and points those of the first user's card to the other's card. */
async function moveLinks(tx: Database, users: { from: string; to: string }): Promise<void> {
  const isOfHisCard = and(eq(shareLinks.kind, 'card'), eq(shareLinks.objectId, users.from))
  await tx
    .update(shareLinks)
    .set(afterMove(users))
    .where(or(eq(shareLinks.sharerId, users.from), isOfHisCard))
}

const afterMove = ({ from, to }: { from: string; to: string }) => ({
  sharerId: sql<string>`case when sharer_id = ${from}::bigint then ${to}::bigint else sharer_id end`,
  objectId: sql<string>`case when kind = 'card' and object_id = ${from}::bigint then ${to}::bigint else object_id end`,
})

/**
 * Moves the short ids of one user to another. Ids of the first user's card then lead to the other's card. A person has
 * one id per page. So when the other user already has an id for a page, that id stays.
 */
export async function handOverLinks(tx: Database, users: { from: string; to: string }): Promise<void> {
  await deleteTwinsToBe(tx, users)
  await moveLinks(tx, users)
}

/** Whether a short id leads to this user's card. */
export async function leadsToCard(
  db: Database,
  { shareId, userId }: { shareId: string; userId: string },
): Promise<boolean> {
  const link = await findLink(db, shareId)
  return link?.kind === 'card' && link.objectId === userId
}
