import { USER_TYPES } from '@paidang/domain/kernel/access'
import { and, eq, getTableColumns, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { invitations, seats } from '../classes/tables.ts'
import { companies, companyMembers } from '../companies/tables.ts'
import { users } from '../profile/tables.ts'
import { areKeptApart, blacklistEntries, likeRecords } from '../relations/tables.ts'
import { businessCards } from './tables.ts'

type CardRow = typeof businessCards.$inferSelect
/** What of a card its owner says. */
export type CardFields = Omit<CardRow, 'userId' | 'savedAt'>

/** A user with the card that he saved, if he did, and the company that he teaches for, clubs before one-person ones. */
export type CardOwner = Pick<typeof users.$inferSelect, 'id' | 'nickname' | 'avatar' | 'userType' | 'description'> & {
  saved: CardRow | null
  companyName: string | null
}

/** Of these users those with an account, in no order; with `by` only those whom nothing keeps apart from him. */
export async function listCardOwners(
  db: Database,
  { userIds, by }: { userIds: readonly string[]; by?: string },
): Promise<CardOwner[]> {
  const companyName = sql<string | null>`(
    select c.company_name from ${companyMembers} m join ${companies} c on c.id = m.company_id
    where m.user_id = ${users.id} and ${users.userType} <> ${USER_TYPES.PLAYER}
    order by c.is_person, c.id limit 1)`
  const { id, nickname, avatar, userType, description } = users
  const isSeen = by === undefined ? undefined : not(areKeptApart(users.id, sql`${by}::bigint`))
  return db
    .select({ id, nickname, avatar, userType, description, companyName, saved: getTableColumns(businessCards) })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(inArray(users.id, [...userIds]), isNull(users.closedAt), isSeen))
}

/** A user's picture and that of his card, which he may use again; undefined for nobody. The user stays until the transaction ends. */
export async function lockPicturesOf(tx: Database, userId: string): Promise<(string | null)[] | undefined> {
  const [row] = await tx
    .select({ own: users.avatar, shown: businessCards.avatar })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
    .for('no key update', { of: users })
  return row && [row.own, row.shown]
}

/** Writes a user's card, in place of what he saved before. */
export async function writeCard(tx: Database, card: CardRow): Promise<void> {
  await tx.insert(businessCards).values(card).onConflictDoUpdate({ target: businessCards.userId, set: card })
}

/** Changes a card that its user saved. */
export async function updateCard(tx: Database, userId: string, change: Partial<CardFields>): Promise<void> {
  await tx.update(businessCards).set(change).where(eq(businessCards.userId, userId))
}

/** Takes a user's card away. */
export async function deleteCard(tx: Database, userId: string): Promise<void> {
  await tx.delete(businessCards).where(eq(businessCards.userId, userId))
}

/** The entry under which `ownerId` has somebody on his blacklist; null when he has not. */
export async function findBlacklistId(
  db: Database,
  { ownerId, targetId }: { ownerId: string; targetId: string },
): Promise<string | null> {
  const [entry] = await db
    .select({ id: blacklistEntries.id })
    .from(blacklistEntries)
    .where(and(eq(blacklistEntries.ownerId, ownerId), eq(blacklistEntries.targetId, targetId)))
  return entry?.id ?? null
}

/** The latest completed class in which both took part, as coach or player, and the like that `by` gave the other for it. */
export async function findSharedClass(
  db: Database,
  { by, targetId }: { by: string; targetId: string },
): Promise<{ relatedId: string; recordId: string | null; isCoach: boolean } | null> {
  const classesOf = (userId: string) => sql`(
    select id from ${invitations} where coach_id = ${userId}
    union select invitation_id from ${seats} where user_id = ${userId} and state = 'JOINED')`
  const { rows } = await db.execute<{ relatedId: string; recordId: string | null; isCoach: boolean }>(sql`
    select i.id as "relatedId", r.id as "recordId", i.coach_id = ${targetId} as "isCoach"
    from (${classesOf(by)} intersect ${classesOf(targetId)}) shared
      join ${invitations} i on i.id = shared.id
      left join ${likeRecords} r on r.related_id = i.id and r.record_type = 'COURSE_INVITATION'
        and r.source_user_id = ${by} and r.target_user_id = ${targetId}
    where i.invitation_status = 'COMPLETED'
    order by i.course_date desc, i.end_time_slot desc, i.id desc limit 1`)
  return rows[0] ?? null
}
