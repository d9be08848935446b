import { isDay, toIsoDay } from '@paidang/domain/kernel/day'
import { DEFAULT_USER_ID, isId } from '@paidang/domain/kernel/id'
import { isHiddenText, turnsText } from '@paidang/domain/kernel/name'

/** The formats of our schemas, used to validate requests and to choose alternatives when answers are written. */
export const formats = {
  id: (text: string) => isId(text),
  'user-id': (text: string) => isId(text) || text === DEFAULT_USER_ID,
  // A company's id, as companies write it for userType 2: with the suffix -{userId}.
  'company-id': (text: string) => text.split('-').length <= 2 && text.split('-').every(isId),
  day: (text: string) => isDay(text),
  'day-input': (text: string) => /^\d{4}([-/])\d{2}\1\d{2}$/.test(text) && isDay(toIsoDay(text)),
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  'free-text': (text: string) => !turnsText(text) && !isHiddenText(text),
}

/** The same for answers: a text that was stored before this rule must still be shown. */
export const formatsOfAnswers = { ...formats, 'free-text': () => true }

/** Deeper than any body of ours. Deeper JSON is an attack on code that traverses it. */
const MAX_DEPTH = 12

/**
 * Whether the input contains a text that PostgreSQL cannot store: NUL or a lone surrogate. Keys count too. A lone
 * surrogate would silently be stored as another character.
 */
export function hasUnstorableText(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true
  if (typeof value === 'string') return value.includes('\u0000') || !isWellFormed(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, inner]) => hasUnstorableText(key, depth + 1) || hasUnstorableText(inner, depth + 1),
  )
}

function isWellFormed(text: string): boolean {
  // Surrogates are rare, and encoding the whole text takes much longer than this test.
  if (!/[\ud800-\udfff]/.test(text)) return true
  try {
    encodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
