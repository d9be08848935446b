import { createHash, randomBytes } from 'node:crypto'
import type { LogIn } from '@paidang/api/areas/auth'
import type { Database } from '../../../db/database.ts'
import { ACCESS_TOKEN_SECONDS, type Sessions } from '../../../http/session.ts'
import { findUserInfo, insertRefreshToken } from './queries.ts'
import { assertNotSuspended } from './read-suspension.ts'

/** The lifetime of an unused refresh token. */
const REFRESH_TOKEN_DAYS = 30

/** The hash under which a refresh token is stored. The token itself is not stored. */
export function hashOfToken(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64')
}

/**
 * Issues the next pair of tokens of a session, with the data of its user. Every log-in uses it.
 *
 * @throws ApiError account_suspended (data: until)
 */
export async function issueTokens(
  tx: Database,
  sessions: Sessions,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<LogIn> {
  await assertNotSuspended(tx, userId, now)
  const refreshToken = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_DAYS * 86_400_000)
  await insertRefreshToken(tx, { tokenHash: hashOfToken(refreshToken), sessionId, expiresAt })
  const userInfo = await findUserInfo(tx, userId)
  if (!userInfo) throw new Error('a session without its user')
  return {
    tokens: { token: sessions.sign({ userId, sessionId }), refreshToken, expiresIn: ACCESS_TOKEN_SECONDS },
    userInfo,
  }
}
