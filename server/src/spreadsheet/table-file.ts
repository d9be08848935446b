import writeExcelFile, { type Row } from 'write-excel-file/node'
import { type CsvCell, csvOf } from './csv.ts'

const CONTENT_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const
const FEN_PER_YUAN = 100

/**
 * A column of a file: its heading, its width in characters, and its cells. A cell is a text, a number, or an amount in
 * fen.
 */
export type FileColumn<Item> = { heading: string; width: number } & (
  | { text: (item: Item) => string }
  | { number: (item: Item) => number }
  | { fen: (item: Item) => number }
)

/** The description of a file. `name` is its name without the extension, `sheet` that of the sheet in the workbook. */
type TableFile<Item> = {
  name: string
  sheet: string
  columns: readonly FileColumn<Item>[]
  rows: readonly Item[]
  /** The total number of rows, when `rows` may be only the first ones. The last line then says so. */
  total?: number
  format: keyof typeof CONTENT_TYPES
}

/**
 * Writes a table as an XLSX workbook or as CSV, with amounts in yuan. No text is a formula, and every text comes back
 * to the letter. Source: decision record 040
 */
export async function tableFile<Item>({
  name,
  sheet,
  columns,
  rows,
  total = rows.length,
  format,
}: TableFile<Item>): Promise<{ fileName: string; contentType: string; base64: string }> {
  const note = total > rows.length ? `仅前 ${rows.length} 行，共 ${total} 行` : undefined
  const table = { columns, rows, note }
  const bytes = format === 'csv' ? csvBytes(table) : await workbookOf(sheet, table)
  return {
    fileName: `${fitForFile(name)}.${format}`,
    contentType: CONTENT_TYPES[format],
    base64: bytes.toString('base64'),
  }
}

type Table<Item> = Pick<TableFile<Item>, 'columns' | 'rows'> & { note: string | undefined }

/** Marks a cell as text, whatever it begins with. A title such as =1+1 is then no formula in any program. */
export const textCell = (value: string) => ({ value, type: String })

/** The most characters of a cell. Source: Excel specifications and limits */
const MAX_CELL_LENGTH = 32_767

/** Characters that XML changes, refuses or advises against, and the underscore of what looks like an escape. */
const NEEDS_ESCAPE = /(?![\t\n])\p{Cc}|\ufffd|\p{Noncharacter_Code_Point}|_(?=x[\dA-F]{4}_)/giu

/** A text in the form of a cell, with escapes such as _x000D_. Source: ECMA-376 Part 1 §22.9.2.19 */
function escaped(text: string): string {
  // The writer of the workbook finds such a text in its own index, where it never put it.
  if (text in {}) return `${escapesOf(text.charAt(0))}${text.slice(1)}`
  return text.replace(NEEDS_ESCAPE, escapesOf)
}

const escapesOf = (characters: string): string =>
  characters.replace(/[\s\S]/g, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** The rows of a sheet that show these cells. A text that is too long for a cell goes on in the rows below. */
export function sheetRows(cells: Row): Row[] {
  const columns = cells.map((cell) => {
    const value = cell && typeof cell === 'object' && 'value' in cell ? cell.value : undefined
    if (typeof value !== 'string') return [cell]
    return partsOf(value).map((part) => ({ ...(cell as object), value: escaped(part) }) as Row[number])
  })
  const height = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) => columns.map((parts) => parts[line] ?? null))
}

/** No part ends within a pair of surrogates. */
function partsOf(text: string): string[] {
  if (text.length <= MAX_CELL_LENGTH) return [text]
  const end = /[\ud800-\udbff]/.test(text.charAt(MAX_CELL_LENGTH - 1)) ? MAX_CELL_LENGTH - 1 : MAX_CELL_LENGTH
  return [text.slice(0, end), ...partsOf(text.slice(end))]
}

function sheetCellOf<Item>(column: FileColumn<Item>, item: Item) {
  if ('text' in column) return textCell(column.text(item))
  if ('number' in column) return { value: column.number(item), type: Number }
  return { value: column.fen(item) / FEN_PER_YUAN, type: Number, format: '#,##0.00' }
}

function workbookOf<Item>(sheet: string, { columns, rows, note }: Table<Item>): Promise<Buffer> {
  const table: Row[] = [
    columns.map(({ heading }) => ({ ...textCell(heading), fontWeight: 'bold' as const })),
    ...rows.map((item) => columns.map((column) => sheetCellOf(column, item))),
    ...(note ? [[textCell(note)]] : []),
  ]
  const data = table.flatMap(sheetRows)
  return writeExcelFile([
    { sheet, data, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 },
  ]).toBuffer()
}

function csvCellOf<Item>(column: FileColumn<Item>, item: Item): CsvCell {
  if ('text' in column) return column.text(item)
  return 'number' in column ? column.number(item) : { fen: column.fen(item) }
}

function csvBytes<Item>({ columns, rows, note }: Table<Item>): Buffer {
  const lines = rows.map((item) => columns.map((column) => csvCellOf(column, item)))
  if (note) lines.push([note])
  return Buffer.from(
    csvOf(
      columns.map(({ heading }) => heading),
      lines,
    ),
  )
}

/** Removes characters that file names cannot have on some system. */
export function fitForFile(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
}
