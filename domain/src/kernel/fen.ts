/** Money in integer fen, 1/100 yuan. Negative for an outgoing movement. Source: decision "Hours and money". */
export type Fen = number

/** Checks an amount. @throws RangeError unless the amount is an integer that a JSON number holds exactly */
export function assertFen(fen: Fen): void {
  if (!Number.isSafeInteger(fen)) throw new RangeError(`Not an amount in fen: ${fen}`)
}

/**
 * An amount in yuan as text. Whole yuan have no decimals, others have two. Thousands are separated: 380, 862.50,
 * 12,000.
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

/**
 * The amount in fen of typed yuan, such as 380 or 862.5; undefined unless it is an amount with at most two decimals.
 */
export function fenOfYuan(typed: string): Fen | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  if (!match) return undefined
  const [, yuan = '0', cents = ''] = match
  return Number(yuan) * 100 + Number(cents.padEnd(2, '0'))
}
