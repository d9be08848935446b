import { CARD_LEDGER_NAMES } from '@paidang/domain/areas/cards/stored-card'
import { dayOf, formatDateTime } from '@paidang/domain/kernel/day'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import type { Database } from '../../db/database.ts'
import { csvOf } from './csv.ts'
import { type OwnCard, readOwnCard } from './read-cards.ts'
import { listTransactions, type TransactionFilter, type TransactionRow } from './transaction-queries.ts'

const CONTENT_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const
const FEN_PER_YUAN = 100
const SHOWN_DIGITS = 4

/** A column of the file: its heading, how wide it is in characters, and what stands in it: a text, or an amount in fen. */
type Column = { heading: string; width: number } & (
  | { text: (row: TransactionRow) => string }
  | { fen: (row: TransactionRow) => number }
)

const COLUMNS: readonly Column[] = [
  { heading: '时间', width: 18, text: ({ createdAt }) => formatDateTime(createdAt) },
  { heading: '类型', width: 8, text: ({ kind }) => CARD_LEDGER_NAMES[kind] },
  { heading: '说明', width: 24, text: ({ reason }) => reason },
  { heading: '订单', width: 30, text: ({ orderTitle }) => orderTitle ?? '' },
  { heading: '订单号', width: 12, text: ({ orderId }) => orderId ?? '' },
  { heading: '金额（元）', width: 12, fen: ({ principalChange, giftChange }) => principalChange + giftChange },
  { heading: '其中本金（元）', width: 14, fen: ({ principalChange }) => principalChange },
  { heading: '其中赠送（元）', width: 14, fen: ({ giftChange }) => giftChange },
  { heading: '余额（元）', width: 12, fen: ({ principalAfter, giftAfter }) => principalAfter + giftAfter },
  { heading: '本金余额（元）', width: 14, fen: ({ principalAfter }) => principalAfter },
  { heading: '赠送余额（元）', width: 14, fen: ({ giftAfter }) => giftAfter },
]

/**
 * A card's movements as a file for its owner, latest first: an XLSX workbook, or CSV as spreadsheets read it.
 *
 * @throws ApiError card_not_found
 */
export async function exportTransactions(
  db: Database,
  { cardId, by, format, now, ...filter }: OwnCard & TransactionFilter & { format: 'xlsx' | 'csv'; now: Date },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const { cardNo } = await readOwnCard(db, { cardId, by })
  const rows = await listTransactions(db, cardId, filter)
  const bytes = format === 'csv' ? csvBytes(rows) : await workbookOf(rows)
  const period = filter.month ?? dayOf(now)
  return {
    fileName: `储值卡流水-${cardNo.slice(-SHOWN_DIGITS)}-${period}.${format}`,
    contentType: CONTENT_TYPES[format],
    base64: bytes.toString('base64'),
  }
}

/** Typed as text, whatever it begins with: a title such as =1+1 is no formula to any reader of the file. */
const text = (value: string) => ({ value, type: String })
const yuan = (fen: number) => ({ value: fen / FEN_PER_YUAN, type: Number, format: '#,##0.00' })

function workbookOf(rows: readonly TransactionRow[]): Promise<Buffer> {
  const data: SheetData = [
    COLUMNS.map(({ heading }) => ({ ...text(heading), fontWeight: 'bold' })),
    ...rows.map((row) => COLUMNS.map((column) => ('fen' in column ? yuan(column.fen(row)) : text(column.text(row))))),
  ]
  const columns = COLUMNS.map(({ width }) => ({ width }))
  return writeExcelFile([{ sheet: '流水', data, columns, stickyRowsCount: 1 }]).toBuffer()
}

function csvBytes(rows: readonly TransactionRow[]): Buffer {
  const cells = rows.map((row) =>
    COLUMNS.map((column) => ('fen' in column ? column.fen(row) / FEN_PER_YUAN : column.text(row))),
  )
  return Buffer.from(
    csvOf(
      COLUMNS.map(({ heading }) => heading),
      cells,
    ),
  )
}
