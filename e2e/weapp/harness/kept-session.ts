import type { LogIn } from '@paidang/api/areas/people/auth'
import { now } from '../../run/clock.ts'

/**
 * What the app stores on the device for a logged-in user.
 *
 * @param expiresInMs the remaining lifetime of the token; the server's own value when absent Source: specification §3
 * "Login session"
 */
export function cachedSession({ tokens, userInfo }: LogIn, expiresInMs?: number): Record<string, unknown> {
  return {
    token: tokens.token,
    refreshToken: tokens.refreshToken,
    expiresAt: now().getTime() + (expiresInMs ?? tokens.expiresIn * 1000),
    userInfo,
    userRole: userInfo.userType === 0 ? 'user' : 'coach',
    userId: userInfo.userId,
    username: userInfo.nickname,
  }
}
