/** Money in integer fen, 1/100 yuan; negative for a movement out. Source: decision "Hours and money". */
export type Fen = number

/** @throws RangeError unless the amount is an integer that a JSON number holds exactly */
export function assertFen(fen: Fen): void {
  if (!Number.isSafeInteger(fen)) throw new RangeError(`Not an amount in fen: ${fen}`)
}

/**
 * An amount in yuan for the reader: whole yuan without decimals, else two; thousands separated: 380, 862.50, 12,000.
 *
 * @throws RangeError as `assertFen`
 */
export function yuanOf(fen: Fen): string {
  assertFen(fen)
  const size = Math.abs(fen)
  const cents = size % 100
  const yuan = String((size - cents) / 100).replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`
  return `${fen < 0 ? '-' : ''}${yuan}${decimals}`
}

/** The fen that typed yuan mean, as in 380 or 862.5; undefined for what is no amount with at most two decimals. */
export function fenOfYuan(typed: string): Fen | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  if (!match) return undefined
  const [, yuan = '0', cents = ''] = match
  return Number(yuan) * 100 + Number(cents.padEnd(2, '0'))
}
