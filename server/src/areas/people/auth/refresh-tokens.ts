import type { LogIn } from '@paidang/api/areas/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/auth/agreement'
import type { Database } from '../../../db/database.ts'
import type { Sessions } from '../../../http/session.ts'
import { findConsent } from './consent-queries.ts'
import { endSession } from './end-sessions.ts'
import { hashOfToken, issueTokens } from './issue-tokens.ts'
import { lockRefreshToken, touchSession, useUnusedToken } from './queries.ts'

/** How long a used refresh token may be repeated, because its answer may have been lost. */
const REPEAT_SECONDS = 60

/**
 * Exchanges a refresh token for a new pair. Each token works once. A used token that returns means that two parties
 * hold it. Then its whole family is revoked, and both have to log in again. The exception: within a minute, and while
 * no token from the exchange was used, the answer may have been lost. Then a new pair replaces the lost one.
 *
 * @throws ApiError refresh_token_missing, session_expired (unknown, expired, revoked or used),
 * agreement_changed (the accepted version is no longer in force; the user logs in again)
 * Source: specification §7 "Auth", permission matrix
 */
export async function refreshTokens(
  db: Database,
  sessions: Sessions,
  { refreshToken, now }: { refreshToken: string; now: Date },
): Promise<LogIn> {
  if (refreshToken === '') throw new ApiError('refresh_token_missing')
  const tokenHash = hashOfToken(refreshToken)
  // The revocation must stay although the call is refused, so the refusal is thrown after the commit.
  const tokens = await db.transaction(async (tx) => {
    const token = await lockRefreshToken(tx, tokenHash)
    if (!token || token.revokedAt || token.expiresAt <= now) return undefined
    const usedAt = token.usedAt ?? now
    if (token.isOvertaken || now.getTime() - usedAt.getTime() > REPEAT_SECONDS * 1000) {
      await endSession(tx, { sessionId: token.sessionId, because: 'refresh token used twice', now })
      return undefined
    }
    const agreed = await findConsent(tx, token.userId)
    if (agreed !== null && agreed < AGREEMENT_VERSION) {
      await endSession(tx, { sessionId: token.sessionId, because: 'agreements changed', now })
      return 'agreement_changed'
    }
    // A lost token is replaced for good. It is marked as used before this one, so it counts as overtaken if it arrives.
    await useUnusedToken(tx, token.sessionId, token.usedAt ? new Date(usedAt.getTime() - 1) : usedAt)
    await touchSession(tx, { sessionId: token.sessionId, userId: token.userId, now })
    return issueTokens(tx, sessions, { userId: token.userId, sessionId: token.sessionId, now })
  })
  if (!tokens) throw new ApiError('session_expired')
  if (tokens === 'agreement_changed') throw new ApiError(tokens)
  return tokens
}
