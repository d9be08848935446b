/**
 * A token this close to its expiry, in milliseconds, counts as expired and is refreshed first. Source: specification §4
 * "Session", §9.
 */
export const TOKEN_REFRESH_MARGIN_MS = 300_000

/** How long after the toast the client opens the log-in page, in milliseconds. Source: specification §9. */
export const SESSION_EXPIRY_REDIRECT_MS = 1500

/** Failed log-ins allowed per account within the window. */
export const LOGIN_TRIES = 5
export const LOGIN_WINDOW_MINUTES = 15

/**
 * Failed WeChat codes allowed from one address within that window. Many people share the address of a company or a
 * carrier.
 */
export const WECHAT_LOGIN_TRIES = 60

/** How many accounts one address may register on the web within an hour. Source: decision record 017 */
export const REGISTRATIONS_PER_HOUR = 10

/** Whether the token must be refreshed before the next call; instants in milliseconds. */
export function isExpired(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs - nowMs <= TOKEN_REFRESH_MARGIN_MS
}

/**
 * Whether the user is logged in: token and user info exist, and the token is not expired. A refreshable token does not
 * end the session when it expires, because the next call refreshes it first. Source: specification §4 "Session".
 */
export function isLoggedIn(
  session: { token: string | null; refreshToken: string | null; userInfo: unknown; expiresAt: number | null },
  nowMs: number,
): boolean {
  const { token, refreshToken, userInfo, expiresAt } = session
  return Boolean(token && userInfo && expiresAt !== null && (expiresAt > nowMs || refreshToken))
}

/** For how long after its start a log-in of the console gets new tokens, in hours. Source: decision record 021 */
const WORKING_DAY_HOURS = 12

/** Whether a log-in of the console has lasted its working day; instants in milliseconds. */
export function isWorkingDayOver(beganAt: number, now: number): boolean {
  return now >= beganAt + WORKING_DAY_HOURS * 3_600_000
}
