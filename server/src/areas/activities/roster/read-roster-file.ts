import { ApiError } from '@paidang/api/catalogue/errors'
import {
  COLUMN_HEADINGS,
  columnsOf,
  IMPORT_COLUMNS,
  type ImportCells,
} from '@paidang/domain/areas/activities/roster/import-cells'
import { MAX_IMPORT_ROWS } from '@paidang/domain/areas/activities/roster/import-rows'
import type { Database } from '../../../db/database.ts'
import { readTable } from '../../../spreadsheet/read-table.ts'

/** Headings may stand below a title. */
const HEADING_WITHIN = 10
const MAX_CELL = 100

/**
 * The rows of an uploaded table, each with its line in the file. Made in the thread that makes files, since a workbook
 * takes long to read.
 *
 * @throws ApiError roster_unreadable, roster_columns_missing (data: the missing headings), roster_empty, roster_too_long
 */
export async function readRosterFile(
  _db: Database,
  { bytes }: { bytes: Uint8Array },
): Promise<{ line: number; cells: ImportCells }[]> {
  const table = await readTable(Buffer.from(bytes))
  if (!table || table.length === 0) throw new ApiError('roster_unreadable')
  const found = table.slice(0, HEADING_WITHIN).map((row) => columnsOf(row))
  const place = found.findIndex(({ missing }) => missing.length === 0)
  const columns = found[place]
  if (!columns) {
    const fewest = found.reduce((best, one) => (one.missing.length < best.missing.length ? one : best))
    throw new ApiError('roster_columns_missing', {
      data: { missing: fewest.missing.map((name) => COLUMN_HEADINGS[name]) },
    })
  }
  const rows = table.slice(place + 1).flatMap((row, at) => {
    const texts = IMPORT_COLUMNS.map((name) => [name, (row[columns.at[name]] ?? '').trim().slice(0, MAX_CELL)] as const)
    const cells = Object.fromEntries(texts) as ImportCells
    return texts.every(([, text]) => text === '') ? [] : [{ line: place + at + 2, cells }]
  })
  if (rows.length === 0) throw new ApiError('roster_empty')
  if (rows.length > MAX_IMPORT_ROWS) throw new ApiError('roster_too_long')
  return rows
}
