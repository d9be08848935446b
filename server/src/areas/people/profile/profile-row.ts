import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { and, eq, isNull } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { SESSION_TOPIC } from '../../../http/session.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'

/** Source: specification §3 "Enumerations", Verification */
const VERIFIED = 1

/** A user as stored. */
export type UserRow = typeof users.$inferSelect

/** Locks a user's row for the rest of the transaction. This serialises changes of the profile, level and role. */
export async function lockUser(tx: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return row
}

/**
 * Serialises the actions of a person until the end of the transaction.
 *
 * @throws ApiError session_expired (the account was closed in the meantime)
 */
export async function lockPerson(tx: Database, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user || user.closedAt) throw new ApiError('session_expired')
  return user
}

/** Changes a locked user. */
export async function updateUser(tx: Database, userId: string, change: Partial<UserRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(users).set(change).where(eq(users.id, userId))
}

/**
 * The paths in a comma-separated list, the form in which the specification stores pictures.
 * Source: specification §3 "User info"
 */
export function pathsOf(list: string): string[] {
  return list
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
}

/**
 * Makes a player a verified coach from now on, also in their current sessions.
 *
 * @returns the nickname
 */
export async function makeCoach(tx: Database, userId: string): Promise<{ nickname: string }> {
  // Also waits for transactions that refer to the user, such as a booking, and blocks new ones.
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!user) throw new Error(`user ${userId} is gone`)
  await changeRole(tx, userId, { userType: USER_TYPES.COACH, verified: VERIFIED })
  return { nickname: user.nickname }
}

/** Changes the userType of a user, also in their current sessions. */
export async function changeRole(
  tx: Database,
  userId: string,
  change: Pick<UserRow, 'userType'> & Partial<UserRow>,
): Promise<void> {
  await updateUser(tx, userId, change)
  const sessions = await tx
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), isNull(loginSessions.revokedAt)))
  await publishChanges(
    tx,
    sessions.map(({ id }) => SESSION_TOPIC + id),
  )
}

/** A part of a profile that can be cleared. */
export type ProfilePart = 'nickname' | 'avatar' | 'description' | 'nicePhotos'

/**
 * Clears parts of a profile. A neutral name replaces the nickname. The clean-up removes pictures that are not used
 * elsewhere.
 */
export async function clearProfile(
  tx: Database,
  { userId, parts }: { userId: string; parts: readonly ProfilePart[] },
): Promise<void> {
  await lockUser(tx, userId)
  const plain = { nickname: plainName(userId), avatar: null, description: '', nicePhotos: '' }
  await updateUser(tx, userId, Object.fromEntries(parts.map((part) => [part, plain[part]])))
}

/** For example 球友10086. Source: a nickname has twenty characters */
function plainName(userId: string): string {
  return `球友${userId}`.slice(0, 20)
}

/** A user's current row; undefined when there is none. */
async function findUser(db: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row
}

/** Reads the checked fields of a profile, as others see them. */
export async function readProfileTexts(
  db: Database,
  userId: string,
): Promise<Partial<Record<string, string | null>> | undefined> {
  const user = await findUser(db, userId)
  if (!user) return undefined
  const { nickname, description, region, wechatId, avatar, nicePhotos } = user
  return { nickname, description, region, wechatId, avatar, nicePhotos }
}

/** Shows an approved value on a locked profile. A photo is added after the others. */
export async function showOnProfile(tx: Database, userId: string, field: string, value: string): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user || user.closedAt) return
  await updateUser(tx, userId, changeOf(user, field, value))
}

function changeOf({ nicePhotos }: UserRow, field: string, value: string): Partial<UserRow> {
  switch (field) {
    case 'nickname':
    case 'description':
    case 'region':
    case 'wechatId':
    case 'avatar':
      return { [field]: value }
    case 'nicePhotos':
      return { nicePhotos: [...new Set([...pathsOf(nicePhotos), value])].join(',') }
    default:
      throw new Error(`a profile has no field ${field}`)
  }
}
