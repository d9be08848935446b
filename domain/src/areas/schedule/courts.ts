/** A court of a venue; the code is unique within its venue only. Source: specification §3 "Court". */
export type Court = { courtCode: string; name: string }

/** How a venue names its courts: courtCodes is comma separated; courtCount counts only where there are no codes. */
export type CourtSource = { courtCodes?: string | null; courtCount?: number | null }

/**
 * The courts of a venue in its own order. From courtCodes each entry, trimmed, is both code and name; blank entries
 * and repetitions fall out. With only courtCount the names are 场地1, 场地2 and so on, the code the zero-based index.
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

/** N号场 for a zero-based index, N from 1: the other reading of a court's default name. Source: specification §3 "Court". */
export function numberedCourtName(index: number): string {
  return `${index + 1}号场`
}
