import type { LogIn } from '@paidang/api/areas/auth'
import { now } from '../../run/clock.ts'

/**
 * What the app keeps on the device for somebody who is logged in.
 *
 * @param expiresInMs how long the token still counts; the server's own answer when absent
 * Source: specification §3 "Login session"
 */
export function keptSession({ tokens, userInfo }: LogIn, expiresInMs?: number): Record<string, unknown> {
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
