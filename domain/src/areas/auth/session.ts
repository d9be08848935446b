/** A token this close to its end counts as expired and is refreshed first. Source: specification §4 "Session", §9. */
export const TOKEN_REFRESH_MARGIN_MS = 300_000

/** How long after the toast the client goes to the log-in page. Source: specification §9. */
export const SESSION_EXPIRY_REDIRECT_MS = 1500

/** Failed log-ins allowed per account within the window, and the window's length. */
export const LOGIN_TRIES = 5
export const LOGIN_WINDOW_MINUTES = 15

/** WeChat codes that may fail from one address within that window: behind one, a company's or an operator's, stand many. */
export const WECHAT_LOGIN_TRIES = 60

/** Accounts that one address may register on the web within an hour. Source: decision record 017 */
export const REGISTRATIONS_PER_HOUR = 10

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

/** How long after it began a log-in of the console is given new tokens, in hours. Source: decision record 021 */
const WORKING_DAY_HOURS = 12

/** Whether a log-in of the console has lasted its working day; instants in milliseconds. */
export function isWorkingDayOver(beganAt: number, now: number): boolean {
  return now >= beganAt + WORKING_DAY_HOURS * 3_600_000
}
