import { USER_TYPES } from '@paidang/domain/kernel/access'
import { and, eq, getTableColumns, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { countRevision } from '../../../db/revision-queries.ts'
import { blacklistEntries, isBlockedBetween } from '../../../tables/blacklist.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { likeRecords } from '../../../tables/relations.ts'

type CardRow = typeof businessCards.$inferSelect
/** The fields of a card that its owner sets. */
export type CardFields = Omit<CardRow, 'userId' | 'savedAt'>

/** A user with the saved card, if any, and the company that the user teaches for, clubs before one-person ones. */
export type CardOwner = Pick<
  typeof users.$inferSelect,
  'id' | 'nickname' | 'avatar' | 'userType' | 'description' | 'revision'
> & {
  saved: CardRow | null
  companyName: string | null
}

/** The existing accounts among these users, in no order. With `actorId` it leaves out blocked users. */
export async function listCardOwners(
  db: Database,
  { userIds, actorId }: { userIds: readonly string[]; actorId?: string },
): Promise<CardOwner[]> {
  const companyName = sql<string | null>`(
    select c.company_name from ${companyMembers} m join ${companies} c on c.id = m.company_id
    where m.user_id = ${users.id} and ${users.userType} <> ${USER_TYPES.PLAYER}
    order by c.is_person, c.id limit 1)`
  const { id, nickname, avatar, userType, description, revision } = users
  const isSeen = actorId === undefined ? undefined : not(isBlockedBetween(users.id, sql`${actorId}::bigint`))
  return db
    .select({
      id,
      nickname,
      avatar,
      userType,
      description,
      revision,
      companyName,
      saved: getTableColumns(businessCards),
    })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(inArray(users.id, [...userIds]), isNull(users.closedAt), isSeen))
}

/**
 * A user with the pictures of the profile and the card, which the user may use again; undefined for an unknown user.
 * The user's row is locked until the transaction ends.
 */
export async function lockOwner(tx: Database, userId: string) {
  const [row] = await tx
    .select({
      id: users.id,
      nickname: users.nickname,
      revision: users.revision,
      own: users.avatar,
      shown: businessCards.avatar,
    })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
    .for('no key update', { of: users })
  if (!row) return undefined
  const { own, shown, ...owner } = row
  return { ...owner, pictures: [own, shown] }
}

/** A card is a fact of its user's row, since a user without a row of the card has one too. */
const countCard = (tx: Database, userId: string) => countRevision(tx, 'users', userId, 'business_cards')

/** Stores a user's card, replacing the former one. */
export async function writeCard(tx: Database, card: CardRow): Promise<void> {
  await countCard(tx, card.userId)
  await tx.insert(businessCards).values(card).onConflictDoUpdate({ target: businessCards.userId, set: card })
}

/** Changes a card that its user saved. */
export async function updateCard(tx: Database, userId: string, change: Partial<CardFields>): Promise<void> {
  await countCard(tx, userId)
  await tx.update(businessCards).set(change).where(eq(businessCards.userId, userId))
}

/** Deletes a user's card. */
export async function deleteCard(tx: Database, userId: string): Promise<void> {
  await countCard(tx, userId)
  await tx.delete(businessCards).where(eq(businessCards.userId, userId))
}

/** The id of the entry with which `ownerId` has blocked a user; null when there is none. */
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

/** The latest completed class in which both took part, as coach or player, and the caller's like for it. */
export async function findSharedClass(
  db: Database,
  { actorId, targetId }: { actorId: string; targetId: string },
): Promise<{ relatedId: string; recordId: string | null; isCoach: boolean } | null> {
  const classesOf = (userId: string) => sql`(
    select id from ${invitations} where coach_id = ${userId}
    union select invitation_id from ${seats} where user_id = ${userId} and state = 'JOINED')`
  const { rows } = await db.execute<{ relatedId: string; recordId: string | null; isCoach: boolean }>(sql`
    select i.id as "relatedId", r.id as "recordId", i.coach_id = ${targetId} as "isCoach"
    from (${classesOf(actorId)} intersect ${classesOf(targetId)}) shared
      join ${invitations} i on i.id = shared.id
      left join ${likeRecords} r on r.related_id = i.id and r.record_type = 'COURSE_INVITATION'
        and r.source_user_id = ${actorId} and r.target_user_id = ${targetId}
    where i.invitation_status = 'COMPLETED'
    order by i.course_date desc, i.end_time_slot desc, i.id desc limit 1`)
  return rows[0] ?? null
}
