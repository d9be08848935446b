import {
  type Discipline,
  isOwnToState,
  type LevelSource,
  levelOf,
  ratingAfter,
  ratingChanges,
} from '@paidang/domain/areas/people/profile/level'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { countRevision } from '../../../db/revision-queries.ts'
import { users } from '../../../tables/identities.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { notify } from '../../ground/messages/notify.ts'
import { lockUser, type UserRow, updateUser } from './profile-row.ts'

/** The sources of a user's level, each once; empty when no level was ever stated. */
export async function listLevelSources(db: Database, userId: string): Promise<LevelSource[]> {
  const { rows } = await db.execute<{ source: LevelSource }>(sql`
    select source from unnest(${sql.param(levelChanges.source.enumValues)}::text[]) known(source)
    where exists (select 1 from ${levelChanges} c where c.user_id = ${userId} and c.source = known.source)`)
  return rows.map(({ source }) => source)
}

/** Whether a user never said a level, and nobody else did. */
export async function isLevelUnsaid(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(levelChanges, eq(levelChanges.userId, userId))) === 0
}

/** The same in a statement that selects from `users`. PostgreSQL reads the whole table for a "not exists" here. */
export const levelIsUnsaid = sql<boolean>`(
  select max(said.id) from ${levelChanges} said where said.user_id = ${users}.id) is null`

/** Records why a user's level changed. @returns the row's id */
export async function insertLevelChange(tx: Database, change: typeof levelChanges.$inferInsert): Promise<string> {
  const [row] = await tx.insert(levelChanges).values(change).returning({ id: levelChanges.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Whether a user may still state their own level: no coach has assessed it, and no result has moved it. */
export async function isLevelOwn(db: Database, userId: string): Promise<boolean> {
  return isOwnToState(await listLevelSources(db, userId))
}

/**
 * Ends the levels that a user stated, when the account is merged into another: they go over where nobody has said a level
 * of that one. The database keeps those from coaches and results. Both rows must be locked.
 */
export async function handOverStatedLevels(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const { source, level, note, createdAt } = levelChanges
  const isOwn = and(eq(levelChanges.userId, from), eq(source, 'SELF'))
  const stated = await tx
    .select({ source, level, note, createdAt })
    .from(levelChanges)
    .where(isOwn)
    .orderBy(levelChanges.id)
  await tx.delete(levelChanges).where(isOwn)
  const last = stated[stated.length - 1]
  if (!last || !(await isLevelUnsaid(tx, to))) return
  await updateUser(tx, to, { level: last.level, rating: last.level })
  await countRevision(tx, 'users', to, 'level')
  await tx.insert(levelChanges).values(stated.map((change) => ({ ...change, userId: to })))
}

/** Locks several users in the order of their ids, which avoids deadlocks. */
async function lockUsers(tx: Database, userIds: readonly string[]): Promise<UserRow[]> {
  const ids = [...new Set(userIds)].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
  const rows: UserRow[] = []
  for (const id of ids) {
    const row = await lockUser(tx, id)
    if (row) rows.push(row)
  }
  return rows
}

/** The sides, the winner and the discipline of a match; `note` is its text in the history of a level. */
type Played = {
  sideA: readonly string[]
  sideB: readonly string[]
  winner: 'A' | 'B'
  discipline: Discipline
  note: string
  now: Date
}

/** The change of a player's rating, in hundredths. */
type Moved = { userId: string; change: number }

/**
 * Applies a result that both sides agreed on to the ratings of its players. A player whose level changes is notified.
 * That level rests on results from then on.
 *
 * Source: specification §3 "User info", issue "People"
 */
export async function moveRatings(
  tx: Database,
  { sideA, sideB, winner, discipline, note, now }: Played,
): Promise<Moved[]> {
  const users = new Map((await lockUsers(tx, [...sideA, ...sideB])).map((user) => [user.id, user]))
  const userOf = (id: string): UserRow => {
    const user = users.get(id)
    if (!user) throw new Error(`user ${id} is gone`)
    return user
  }
  const ratingsOf = (side: readonly string[]) => side.map((id) => userOf(id).rating)
  const { a, b } = ratingChanges(ratingsOf(sideA), ratingsOf(sideB), winner, discipline)
  const moved: Moved[] = []
  for (const [index, userId] of [...sideA, ...sideB].entries()) {
    const change = [...a, ...b][index] ?? 0
    await moveRating(tx, userOf(userId), { change, note, now })
    moved.push({ userId, change })
  }
  return moved
}

async function moveRating(
  tx: Database,
  { id: userId, rating: before, level: present }: UserRow,
  { change, note, now }: { change: number; note: string; now: Date },
): Promise<void> {
  const rating = ratingAfter(before, change)
  const level = levelOf(rating, present)
  await updateUser(tx, userId, { rating, level })
  if (level === present) return
  await insertLevelChange(tx, { userId, source: 'RESULTS', level, note, createdAt: now })
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '等级已更新',
    content: `根据比赛结果，您的等级由 ${present.toFixed(1)} 变为 ${level.toFixed(1)}`,
    about: { kind: 'level', id: userId },
  })
}
