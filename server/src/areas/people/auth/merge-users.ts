import type { KEPT_WECHATS } from '@paidang/api/areas/desks/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq, inArray, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { isForeignKeyViolation, isUniqueViolation, tableOfFault } from '../../../db/faults.ts'
import { SESSION_TOPIC } from '../../../http/session.ts'
import {
  agreementConsents,
  credentials,
  loginSessions,
  passwordRequests,
  phoneConflicts,
  refreshTokens,
} from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { forgetContent, handOverContent } from '../../ground/content/submissions.ts'
import { handOverFiles } from '../../ground/files/uploads.ts'
import { forgetMessages } from '../../ground/messages/cleanup-messages.ts'
import { handOverMessageSettings } from '../../ground/messages/settings.ts'
import { handOverLinks } from '../../ground/share-links/share-links.ts'
import { dropSessionKey, saveSessionKey } from '../../ground/wechat/session-keys.ts'
import { handOverStatedLevels } from '../profile/levels.ts'
import { updateUser } from '../profile/profile-row.ts'

/** The columns of a user that say how this user logs in. */
type LinkedUser = Pick<
  typeof users.$inferSelect,
  'id' | 'nickname' | 'phone' | 'phoneVerified' | 'openId' | 'unionId' | 'closedAt' | 'unclaimed'
>

/** Locks the users who match either condition, in the order of their ids. */
export async function lockUsers(tx: Database, one: SQL, other: SQL): Promise<LinkedUser[]> {
  const { id, nickname, phone, phoneVerified, openId, unionId, closedAt, unclaimed } = users
  return tx
    .select({ id, nickname, phone, phoneVerified, openId, unionId, closedAt, unclaimed })
    .from(users)
    .where(or(one, other))
    .orderBy(id)
    .for('update')
}

export async function setPhone(
  tx: Database,
  userId: string,
  phone: { phone: string | null; phoneVerified: boolean },
): Promise<void> {
  await tx.update(users).set(phone).where(eq(users.id, userId))
}

export async function setWechat(
  tx: Database,
  userId: string,
  wechat: { openId: string; unionId: string | null },
): Promise<void> {
  await tx.update(users).set(wechat).where(eq(users.id, userId))
}

export async function deletePhoneConflict(tx: Database, userId: string): Promise<void> {
  await tx.delete(phoneConflicts).where(eq(phoneConflicts.userId, userId))
}

/** Each repeat meets the holder that won before it, so more than this many callers at once are needed to use them up. */
const MAX_TRIES = 10

/**
 * Runs a transaction that links a number or a WeChat account. It runs again whenever a concurrent call linked the same
 * first: then its holder is visible.
 *
 * @throws ApiError server_busy when others were faster each time; what the transaction throws
 */
export async function linkWithRetry<T>(once: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once()
    } catch (error) {
      if (!isUniqueViolation(error, 'users_phone') && !isUniqueViolation(error, 'users_open_id')) throw error
      if (tries === MAX_TRIES) throw new ApiError('server_busy')
    }
  }
}

/** Moves the accepted versions of the agreements of one account to another account of the same person. */
async function handOverConsents(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const handedOver = await tx.delete(agreementConsents).where(eq(agreementConsents.userId, from)).returning()
  if (handedOver.length === 0) return
  await tx
    .insert(agreementConsents)
    .values(handedOver.map((consent) => ({ ...consent, userId: to })))
    .onConflictDoNothing()
}

/** Moves what a person said of themselves in one account to another of theirs, where they never said it. */
async function handOverProfile(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const rows = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [from, to]))
  const [gone, kept] = [from, to].map((input) => rows.find(({ id }) => id === input))
  if (!gone || !kept) throw new Error(`user ${from} or ${to} is gone`)
  await updateUser(tx, to, {
    ...(gone.genderStated && !kept.genderStated && { gender: gone.gender, genderStated: true }),
    ...(gone.handStated && !kept.handStated && { handedness: gone.handedness, handStated: true }),
    ...(gone.backhandStated && !kept.backhandStated && { backhandStyle: gone.backhandStyle, backhandStated: true }),
    ...(kept.wechatId === null && { wechatId: gone.wechatId, wechatIdOpen: gone.wechatIdOpen }),
    sport: kept.sport ?? gone.sport,
    avatar: kept.avatar ?? gone.avatar,
    region: kept.region || gone.region,
    description: kept.description || gone.description,
    nicePhotos: kept.nicePhotos || gone.nicePhotos,
    registeredAt: kept.registeredAt ?? gone.registeredAt,
  })
  await handOverStatedLevels(tx, { from, to })
  const { avatar, region, description, nicePhotos, wechatId } = kept
  const said = { avatar, region, description, nicePhotos, wechatId }
  const fields = (['avatar', 'region', 'description', 'nicePhotos', 'wechatId'] as const).filter((name) => !said[name])
  await handOverContent(tx, { from, to, fields })
}

/** Deletes every log-in of a user. @returns their ids */
async function deleteSessions(tx: Database, userId: string): Promise<string[]> {
  const isOwn = eq(loginSessions.userId, userId)
  const own = tx.select({ id: loginSessions.id }).from(loginSessions).where(isOwn)
  await tx.delete(refreshTokens).where(inArray(refreshTokens.sessionId, own))
  const gone = await tx.delete(loginSessions).where(isOwn).returning({ id: loginSessions.id })
  return gone.map(({ id }) => id)
}

type Dissolving = {
  /** A user who did nothing yet but register. */
  from: LinkedUser
  into: string
  /** Whether the WeChat account of `from` opens the other account from now on, instead of any earlier one. */
  takesWechat: boolean
  /** The refusal when `from` did something after all. `table` has a row that shows it. */
  refusal: (table: string | undefined) => ApiError
  now: Date
}

/**
 * Merges a bare user, who did nothing yet but register, into another account. The database decides whether the user is
 * bare: its foreign keys refuse to delete a user with other rows. Deleted with the user are log-ins, messages and a
 * nickname that waits for moderation. Pictures, short ids of shared pages and accepted agreements move to the other account,
 * and what it never said itself: profile, also what of it waits, level and quiet hours. Both rows must be locked.
 *
 * @throws ApiError from `refusal`
 * Source: decision record 017
 */
export async function dissolveUser(tx: Database, { from, into, takesWechat, refusal, now }: Dissolving): Promise<void> {
  const { id, openId, unionId } = from
  const sessionKey = await dropSessionKey(tx, id)
  await handOverProfile(tx, { from: id, to: into })
  await handOverMessageSettings(tx, { from: id, to: into, takesWechat })
  await forgetMessages(tx, id)
  await forgetContent(tx, id)
  await handOverFiles(tx, { from: id, to: into })
  await handOverLinks(tx, { from: id, to: into })
  await handOverConsents(tx, { from: id, to: into })
  await deletePhoneConflict(tx, id)
  await tx.delete(passwordRequests).where(eq(passwordRequests.userId, id))
  const sessionIds = await deleteSessions(tx, id)
  try {
    await tx.delete(users).where(eq(users.id, id))
  } catch (error) {
    throw isForeignKeyViolation(error) ? refusal(tableOfFault(error)) : error
  }
  if (openId !== null && takesWechat) {
    await setWechat(tx, into, { openId, unionId })
    if (sessionKey !== undefined) await saveSessionKey(tx, { userId: into, sessionKey, now })
  }
  await publishChanges(
    tx,
    sessionIds.map((sessionId) => `${SESSION_TOPIC}${sessionId}`),
  )
}

/** Moves the password log-in of one user to another who has none. Otherwise it is deleted. */
async function handOverCredentials(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const other = alias(credentials, 'other')
  const isFree = notExists(tx.select({ one: sql`1` }).from(other).where(eq(other.userId, to)))
  await tx
    .update(credentials)
    .set({ userId: to })
    .where(and(eq(credentials.userId, from), isFree))
  await tx.delete(credentials).where(eq(credentials.userId, from))
}

type Merging = {
  fromId: string
  intoId: string
  /** Which of two WeChat accounts opens the account that stays. Undefined unless both have one. */
  wechatToKeep: (typeof KEPT_WECHATS)[number] | undefined
  now: Date
}

/**
 * Merges two accounts. `fromId` ends. Its user name, number and WeChat account move over where the other has none. It
 * must have done nothing yet but register, as when a number is linked. Two accounts that both did something cannot be
 * merged.
 *
 * @throws ApiError merge_oneself, user_not_found (also when they are one already), account_closed,
 * merge_wechat_missing;
 * merge_refused (data: table, in which it did something)
 * Source: decision record 017
 */
export async function mergeUsers(tx: Database, { fromId, intoId, wechatToKeep, now }: Merging): Promise<void> {
  if (fromId === intoId) throw new ApiError('merge_oneself')
  const locked = await lockUsers(tx, eq(users.id, fromId), eq(users.id, intoId))
  const [from, into] = [fromId, intoId].map((input) => locked.find(({ id }) => id === input))
  if (!from || !into || from.unclaimed || into.unclaimed) throw new ApiError('user_not_found')
  if (from.closedAt || into.closedAt) throw new ApiError('account_closed')
  if (from.openId !== null && into.openId !== null && wechatToKeep === undefined) {
    throw new ApiError('merge_wechat_missing')
  }
  const takesWechat = into.openId === null || wechatToKeep === 'from'
  const refusal = (table: string | undefined) => new ApiError('merge_refused', { data: { table: table ?? null } })
  await handOverCredentials(tx, { from: fromId, to: intoId })
  await dissolveUser(tx, { from, into: intoId, takesWechat, refusal, now })
  if (into.phone === null && from.phone !== null) {
    await setPhone(tx, intoId, { phone: from.phone, phoneVerified: from.phoneVerified })
  }
  await deletePhoneConflict(tx, intoId)
}
