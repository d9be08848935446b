import { plainText } from '@paidang/domain/kernel/plain-text'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
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
 * Writes a table as an XLSX workbook or as CSV, with amounts in yuan. No text is a formula, and no control character
 * makes the file unreadable.
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
const text = (value: string) => ({ value: plainText(value), type: String })

function sheetCellOf<Item>(column: FileColumn<Item>, item: Item) {
  if ('text' in column) return text(column.text(item))
  if ('number' in column) return { value: column.number(item), type: Number }
  return { value: column.fen(item) / FEN_PER_YUAN, type: Number, format: '#,##0.00' }
}

function workbookOf<Item>(sheet: string, { columns, rows, note }: Table<Item>): Promise<Buffer> {
  const data: SheetData = [
    columns.map(({ heading }) => ({ ...text(heading), fontWeight: 'bold' as const })),
    ...rows.map((item) => columns.map((column) => sheetCellOf(column, item))),
  ]
  if (note) data.push([text(note)])
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
function fitForFile(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
}
