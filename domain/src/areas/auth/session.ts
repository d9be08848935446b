/** A token this close to its end counts as expired and is refreshed first. Source: specification §4 "Session", §9. */
export const TOKEN_REFRESH_MARGIN_MS = 300_000

/** How long after the toast the client goes to the log-in page. Source: specification §9. */
export const SESSION_EXPIRY_REDIRECT_MS = 1500

/** Failed log-ins allowed per user name within the window, and the window's length. */
export const LOGIN_TRIES = 5
export const LOGIN_WINDOW_MINUTES = 15

/** Whether the token must be refreshed before the next call; instants in milliseconds. */
export function isExpired(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs - nowMs <= TOKEN_REFRESH_MARGIN_MS
}

/**
 * Logged in means token and user info present and not expired; a token past its end that can still be refreshed is not
 * the end of the session, for the next call refreshes it first. Source: specification §4 "Session".
 */
export function isLoggedIn(
  session: { token: string | null; refreshToken: string | null; userInfo: unknown; expiresAt: number | null },
  nowMs: number,
): boolean {
  const { token, refreshToken, userInfo, expiresAt } = session
  return Boolean(token && userInfo && expiresAt !== null && (expiresAt > nowMs || refreshToken))
}
