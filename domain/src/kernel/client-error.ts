import { withoutHidden } from './name.ts'

/** The kinds of client failures: rendering, an unhandled promise rejection, or a script. */
export const CLIENT_ERROR_KINDS = ['render', 'rejection', 'script'] as const
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number]

/** The clients that report failures. */
export const CLIENT_APPS = ['h5', 'weapp', 'console'] as const

/** The largest length of each part of a report. */
export const MAX_ERROR_MESSAGE = 300
export const MAX_ERROR_STACK = 2_000
export const MAX_ERROR_WORD = 120

/** The replacement for removed text. */
const REMOVED = '…'

/**
 * Queries of addresses, pairs behind #, e-mail addresses, WeChat ids, long letter-and-digit sequences such as tokens,
 * and numbers of seven digits or more, also with blanks, dots, hyphens or brackets between the digits.
 */
const PERSONAL = [
  /\?[^\s'"()]*/g,
  /#[^\s'"()=]*=[^\s'"()]*/g,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b(?:wxid_|wx_|gh_)[\w-]+/gi,
  /(?=[A-Za-z_+-]*\d)[A-Za-z0-9_+=-]{24,}/g,
  /\+?\(?\d(?:[ .()-]{0,2}\d){6,}/g,
]

/** The text of an error without data that may identify a person. */
export function withoutPersonalData(text: string): string {
  const plain = withoutHidden(text.normalize('NFKC'))
  return PERSONAL.reduce((rest, pattern) => rest.replace(pattern, REMOVED), plain)
}
