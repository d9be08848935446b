/** The most courts of one venue. Source: constraint venues_court_count */
export const MAX_COURTS = 60

/** A court as it should be. Without an id it is a new one. */
export type CourtRow = { id: string | null; courtCode: string; name: string }

export type CourtRowsRefusal =
  | 'venue_courts_missing'
  | 'venue_courts_too_many'
  | 'court_name_missing'
  | 'court_code_invalid'
  | 'court_code_taken'
  | 'courts_out_of_order'

/**
 * Why a venue with these courts cannot change to the new list; undefined when it can.
 * Bookings refer to a court by its position, so existing courts keep theirs. Courts are removed from the end and added
 * at the end. A comma separates codes when they are joined in one line.
 *
 * @param present the ids of the present courts, in their order
 * @param input names and codes are trimmed
 * Source: specification §3 "Court"
 */
export function whyNotCourts(present: readonly string[], input: readonly CourtRow[]): CourtRowsRefusal | undefined {
  if (input.length === 0) return 'venue_courts_missing'
  if (input.length > MAX_COURTS) return 'venue_courts_too_many'
  const staying = input.filter(({ id }) => id !== null).length
  const isInOrder = input.every(({ id }, index) => (index < staying ? id === present[index] : id === null))
  if (!isInOrder || staying > present.length) return 'courts_out_of_order'
  if (input.some(({ name }) => name === '')) return 'court_name_missing'
  if (input.some(({ courtCode }) => courtCode === '' || /[,，]/.test(courtCode))) return 'court_code_invalid'
  return new Set(input.map(({ courtCode }) => courtCode)).size < input.length ? 'court_code_taken' : undefined
}

/** The codes in one line; null when they are only the numbers of their positions. */
export function courtCodesOf(courts: readonly { courtCode: string }[]): string | null {
  const isCounted = courts.every(({ courtCode }, index) => courtCode === String(index))
  return isCounted ? null : courts.map(({ courtCode }) => courtCode).join(',')
}
