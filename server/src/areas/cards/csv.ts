const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const DECIMALS = 2

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA_BEGIN = /^[=+\-@\t\r\n＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * A table as CSV that spreadsheets open as it is meant: in UTF-8 with a byte order mark, quoted as RFC 4180 says, numbers
 * with two decimals; a text that would be read as a formula has an apostrophe before it.
 */
export function csvOf(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map(cellOf).join(','))
  return BYTE_ORDER_MARK + lines.map((line) => line + LINE_END).join('')
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return value.toFixed(DECIMALS)
  const harmless = FORMULA_BEGIN.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
