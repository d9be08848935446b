import {
  BOARD_CARDS,
  type BoardCard,
  type boardOfMerchant,
  type dueWorkOfMerchant,
} from '@paidang/api/areas/merchant-board'
import type { Data } from '@paidang/api/endpoint'
import { BOARD_COLUMNS, columnOf, DUE_GROUPS, dueGroupOf, dueOf } from '@paidang/domain/areas/stringing/board'
import { bindsShop, isInShop } from '@paidang/domain/areas/stringing/order-status'
import { addDays, type Day, dayOf, instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { type CardRow, listBoardCards, listDueCards, listNeeds, listReturnCards } from './board-queries.ts'
import { strungPart } from './present-stringing-order.ts'

type BoardQuery = { staff: StaffUser; keyword: string | undefined; cards: number | undefined; now: Date }

/** Reads a shop's board: its work column by column, and what it finished today. */
export async function readBoard(
  db: Database,
  { staff, keyword, cards: limit = BOARD_CARDS, now }: BoardQuery,
): Promise<Data<typeof boardOfMerchant>> {
  const doneSince = instantOf(dayOf(now), 0)
  const { cards, totals } = await listBoardCards(db, { merchantId: shopOf(staff), keyword, doneSince, limit })
  return BOARD_COLUMNS.map((column) => ({
    column,
    total: totals.find((placed) => columnOf(placed) === column)?.total ?? 0,
    cards: cards.filter(({ order }) => columnOf({ ...order, isInShop: isInShop(order) }) === column).map(presentCard),
  }))
}

/** Reads what a shop has to finish by a day, and for today also the rackets to return. */
export async function readDueWork(
  db: Database,
  { staff, now, day = dayOf(now) }: { staff: StaffUser; now: Date; day: Day | undefined },
): Promise<Data<typeof dueWorkOfMerchant>> {
  const merchantId = shopOf(staff)
  const next = addDays(day, 1)
  const rows = await listDueCards(db, { merchantId, before: instantOf(next, 48) })
  const groupOf = ({ order }: CardRow) => dueGroupOf(dueOf(order), { day, now })
  const [overdue, due, undated, following] = DUE_GROUPS.map((group) =>
    rows.filter((row) => groupOf(row) === group).map(presentCard),
  )
  const isToday = day === dayOf(now)
  const strings = await listNeeds(db, {
    merchantId,
    from: isToday ? undefined : instantOf(day, 0),
    before: instantOf(next, 0),
    isWithUndated: isToday,
  })
  const returns = isToday ? (await listReturnCards(db, merchantId)).map(presentCard) : []
  return {
    day,
    overdue: overdue ?? [],
    due: due ?? [],
    undated: undated ?? [],
    next: following ?? [],
    returns,
    strings,
  }
}

const TAIL_DIGITS = 4

function presentCard(card: CardRow): BoardCard {
  const { order, customer } = card
  return {
    id: order.id,
    orderNo: order.orderNo,
    status: order.status,
    acceptedAt: order.acceptedAt?.toISOString() ?? null,
    racketName: order.racketName,
    sport: order.sport,
    mains: strungPart(card, 'mains'),
    crosses: strungPart(card, 'crosses'),
    notes: order.notes,
    handIn: order.handIn,
    dueAt: order.dueAt?.toISOString() ?? null,
    expectedAt: order.expectedAt?.toISOString() ?? null,
    responseTime: order.responseTime.toISOString(),
    isInShop: isInShop(order),
    revision: order.revision,
    customer: {
      nickname: customer.nickname,
      phoneTail: bindsShop({ status: order.status, isInShop: isInShop(order) })
        ? (customer.phone?.slice(-TAIL_DIGITS) ?? null)
        : null,
    },
  }
}
