import { cardLedgerName } from '@paidang/domain/areas/money/cards/stored-card'
import { dayOf, formatDateTime } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import type { CardRow } from './card-ledger.ts'
import { type OwnCard, readAnyCard, readOwnCard } from './read-card.ts'
import {
  isMovement,
  latestFirst,
  selectTransactions,
  type TransactionFilter,
  type TransactionRow,
} from './transactions.ts'

const SHOWN_DIGITS = 4

type TableFile = Awaited<ReturnType<typeof tableFile>>

const COLUMNS: readonly FileColumn<TransactionRow>[] = [
  { heading: '时间', width: 18, text: ({ createdAt }) => formatDateTime(createdAt) },
  { heading: '类型', width: 8, text: cardLedgerName },
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

type Query = TransactionFilter & { format: 'xlsx' | 'csv'; now: Date }

/**
 * A card's movements as a file for its owner, latest first. The format is an XLSX workbook, or CSV for spreadsheets.
 *
 * @throws ApiError card_not_found
 */
export async function exportTransactions(
  db: Database,
  { cardId, actorId, ...input }: OwnCard & Query,
): Promise<TableFile> {
  return exportCard(db, await readOwnCard(db, { cardId, actorId }), input)
}

/**
 * The same as exportTransactions for any card, for operators.
 *
 * @throws ApiError card_not_found
 */
export async function exportManagedCard(
  db: Database,
  { cardId, ...input }: Query & { cardId: string },
): Promise<TableFile> {
  return exportCard(db, await readAnyCard(db, cardId), input)
}

async function exportCard(
  db: Database,
  { id, cardNo }: Pick<CardRow, 'id' | 'cardNo'>,
  { format, now, ...filter }: Query,
): Promise<TableFile> {
  const rows = await selectTransactions(db)
    .where(isMovement(id, filter))
    .orderBy(...latestFirst)
  const period = filter.month ?? dayOf(now)
  const name = `储值卡流水-${cardNo.slice(-SHOWN_DIGITS)}-${period}`
  return tableFile({ name, sheet: '流水', columns: COLUMNS, rows, format })
}
