/** A court of a venue. The code is unique only within its venue. Source: specification §3 "Court". */
export type Court = { courtCode: string; name: string }

/** How a venue names its courts. courtCodes is comma separated. courtCount counts only when there are no codes. */
export type CourtSource = { courtCodes?: string | null; courtCount?: number | null }

/**
 * The courts of a venue in its own order.
 * Each trimmed entry of courtCodes is both code and name. Blank entries and repetitions are dropped. With only
 * courtCount the names are 场地1, 场地2 and so on, and the code is the zero-based index.
 *
 * Source: specification §3 "Court"
 */
export function courtsOf({ courtCodes, courtCount }: CourtSource): Court[] {
  const names = (courtCodes ?? '').split(',').map((entry) => entry.trim())
  const distinct = Array.from(new Set(names)).filter((name) => name !== '')
  if (distinct.length > 0) return distinct.map((name) => ({ courtCode: name, name }))
  const count = Math.max(0, Math.floor(courtCount ?? 0))
  return Array.from({ length: count }, (_, index) => ({ courtCode: String(index), name: `场地${index + 1}` }))
}

/** N号场 for a zero-based index, N from 1: the other form of a court's default name. Source: specification §3 "Court". */
export function numberedCourtName(index: number): string {
  return `${index + 1}号场`
}
