const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const DECIMALS = 2
const FEN_PER_YUAN = 100

/** A text that a spreadsheet reads as a formula, or that looks as if it was protected from that. */
const FORMULA_BEGIN = /^'*[=+\-@\t\r\n＝＋－＠]/
/** Some programs separate cells by other signs than commas. */
const NEEDS_QUOTES = /[",;\t\r\n]/

/** The value of a cell: a text, a number, or an amount. */
export type CsvCell = string | number | { fen: number }

/**
 * Writes a table as CSV for spreadsheets: UTF-8 with a byte order mark, quoted as in RFC 4180. Amounts are in yuan with
 * two decimals. A text that would be read as a formula gets an apostrophe before it, and so does one that begins with
 * apostrophes and such a sign: a reader who takes one away there has every text as it was.
 */
export function csvOf(headings: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  // Readers skip an empty line.
  const lines = [headings, ...rows].map((cells) => cells.map(cellOf).join(',') || '""')
  return BYTE_ORDER_MARK + lines.map((line) => line + LINE_END).join('')
}

function cellOf(value: CsvCell): string {
  if (typeof value === 'object') return (value.fen / FEN_PER_YUAN).toFixed(DECIMALS)
  if (typeof value === 'number') return String(value)
  const harmless = FORMULA_BEGIN.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
