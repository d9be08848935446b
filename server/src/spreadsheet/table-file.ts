import { plainText } from '@paidang/domain/kernel/plain-text'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { type CsvCell, csvOf } from './csv.ts'

const CONTENT_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const
const FEN_PER_YUAN = 100

/** A column of a file: its heading, how wide it is in characters, and what stands in it: a text, a number, or an amount in fen. */
export type FileColumn<Item> = { heading: string; width: number } & (
  | { text: (item: Item) => string }
  | { number: (item: Item) => number }
  | { fen: (item: Item) => number }
)

/** What a table becomes; `name` is the file's without its ending, `sheet` the one in the workbook. */
type Wanted<Item> = {
  name: string
  sheet: string
  columns: readonly FileColumn<Item>[]
  rows: readonly Item[]
  /** How many there are, where `rows` may be the first of them only: then the last line says so. */
  total?: number
  format: keyof typeof CONTENT_TYPES
}

/** A table as a file that spreadsheets open as it is meant: an XLSX workbook, or CSV; amounts in yuan. No text is a formula, or unreadable. */
export async function tableFile<Item>({
  name,
  sheet,
  columns,
  rows,
  total = rows.length,
  format,
}: Wanted<Item>): Promise<{ fileName: string; contentType: string; base64: string }> {
  const note = total > rows.length ? `仅前 ${rows.length} 行，共 ${total} 行` : undefined
  const table = { columns, rows, note }
  const bytes = format === 'csv' ? csvBytes(table) : await workbookOf(sheet, table)
  return {
    fileName: `${fitForFile(name)}.${format}`,
    contentType: CONTENT_TYPES[format],
    base64: bytes.toString('base64'),
  }
}

type Table<Item> = Pick<Wanted<Item>, 'columns' | 'rows'> & { note: string | undefined }

/** Typed as text, whatever it begins with: a title such as =1+1 is no formula to any reader of the file. */
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

/** Without what a file's name cannot have on any system. */
function fitForFile(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
}
