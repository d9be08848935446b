/** The most courts of one venue. Source: constraint venues_court_count */
export const MAX_COURTS = 60

/** A court as it is to be; without an id it is a new one. */
export type CourtRow = { id: string | null; courtCode: string; name: string }

export type CourtRowsRefusal =
  | 'venue_courts_missing'
  | 'venue_courts_too_many'
  | 'court_name_missing'
  | 'court_code_invalid'
  | 'court_code_taken'
  | 'courts_out_of_order'

/**
 * Why a venue that has these courts cannot have those instead; undefined when it can. The place of a court in the list is what
 * bookings name, so those that stay keep theirs: courts go from the end and come at the end. A comma divides codes where they
 * stand in one line.
 *
 * @param present the ids of the courts as they are, in their order
 * @param wanted names and codes are trimmed
 * Source: specification §3 "Court"
 */
export function whyNotCourts(present: readonly string[], wanted: readonly CourtRow[]): CourtRowsRefusal | undefined {
  if (wanted.length === 0) return 'venue_courts_missing'
  if (wanted.length > MAX_COURTS) return 'venue_courts_too_many'
  const staying = wanted.filter(({ id }) => id !== null).length
  const isInOrder = wanted.every(({ id }, index) => (index < staying ? id === present[index] : id === null))
  if (!isInOrder || staying > present.length) return 'courts_out_of_order'
  if (wanted.some(({ name }) => name === '')) return 'court_name_missing'
  if (wanted.some(({ courtCode }) => courtCode === '' || /[,，]/.test(courtCode))) return 'court_code_invalid'
  return new Set(wanted.map(({ courtCode }) => courtCode)).size < wanted.length ? 'court_code_taken' : undefined
}

/** The codes in one line; null where they are no more than the numbers of their places. */
export function courtCodesOf(courts: readonly { courtCode: string }[]): string | null {
  const isCounted = courts.every(({ courtCode }, index) => courtCode === String(index))
  return isCounted ? null : courts.map(({ courtCode }) => courtCode).join(',')
}
