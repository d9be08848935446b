/** What failed in a client: drawing, a promise that nobody waited for, or a script. */
export const CLIENT_ERROR_KINDS = ['render', 'rejection', 'script'] as const
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number]

/** In which of the clients. */
export const CLIENT_APPS = ['h5', 'weapp', 'console'] as const

/** The longest that each part of a report may be. */
export const MAX_ERROR_MESSAGE = 300
export const MAX_ERROR_STACK = 2_000
export const MAX_ERROR_WORD = 120

/** In the place of what was taken out. */
const REMOVED = '…'

/** Queries of addresses, e-mail addresses, long letters and digits as of a token, and numbers of seven digits or more. */
const PERSONAL = [
  /\?[^\s'"()]*/g,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /(?=[A-Za-z_+-]*\d)[A-Za-z0-9_+=-]{24,}/g,
  /\+?\d(?:[ -]?\d){6,}/g,
]

/** A text of an error without what may tell of a person. */
export function withoutPersonalData(text: string): string {
  return PERSONAL.reduce((rest, pattern) => rest.replace(pattern, REMOVED), text)
}
