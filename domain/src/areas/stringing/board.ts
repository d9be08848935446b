import { addDays, type Day, dayOf } from '../../kernel/day.ts'
import { maySucceed, type StringingStatus } from './order-status.ts'

/** The columns of a shop's board, in the order in which a job goes through them; RETURN stands apart from that way. */
export const BOARD_COLUMNS = ['NEW', 'AWAITED', 'RECEIVED', 'STRINGING', 'READY', 'DONE', 'RETURN'] as const
export type BoardColumn = (typeof BOARD_COLUMNS)[number]

/**
 * What stringers call them; READY is fetched or sent, DONE is what was handed over today, RETURN lies in the shop although its
 * order came to nothing.
 */
export const BOARD_COLUMN_NAMES: Record<BoardColumn, string> = {
  NEW: '待接单',
  AWAITED: '待收拍',
  RECEIVED: '待穿',
  STRINGING: '穿线中',
  READY: '待取/待寄',
  DONE: '今日完成',
  RETURN: '待退还',
}

/** What the board knows of an order; `acceptedAt` is null until the shop took it, `isInShop` is of its racket. */
type Placed = { status: StringingStatus; acceptedAt: unknown; isInShop: boolean }

/** Where an order stands on the board; undefined for what the shop has nothing to do with, or no more. */
export function columnOf({ status, acceptedAt, isInShop }: Placed): BoardColumn | undefined {
  switch (status) {
    case 'PAID':
      return acceptedAt === null ? 'NEW' : 'AWAITED'
    case 'RECEIVED':
    case 'STRINGING':
    case 'READY':
      return status
    case 'COMPLETED':
      return 'DONE'
    case 'CANCELLED':
      return isInShop ? 'RETURN' : undefined
    default:
      return undefined
  }
}

/** What somebody of a shop does to an order, in the order in which it usually is; `refuse` ends it, `giveBack` clears up after. */
export const SHOP_DEEDS = ['accept', 'receive', 'start', 'ready', 'handOver', 'refuse', 'giveBack'] as const
export type ShopDeed = (typeof SHOP_DEEDS)[number]

/** What the shop does to a job of each column to bring it on: to the next, or from RETURN off the board. */
const DEED_OF: Record<Exclude<BoardColumn, 'DONE'>, ShopDeed> = {
  NEW: 'accept',
  AWAITED: 'receive',
  RECEIVED: 'start',
  STRINGING: 'ready',
  READY: 'handOver',
  RETURN: 'giveBack',
}

/** The deed that brings a job of this column on; undefined where it has arrived. */
export function nextDeed(column: BoardColumn): ShopDeed | undefined {
  return column === 'DONE' ? undefined : DEED_OF[column]
}

export type MoveRefusal = 'same' | 'apart' | 'backwards' | 'skips'

/** Why a job cannot be moved from one column to another: it only goes on, and to the next column; RETURN is apart. */
export function whyNotMove(from: BoardColumn, to: BoardColumn): MoveRefusal | undefined {
  if (from !== to && (from === 'RETURN' || to === 'RETURN')) return 'apart'
  const steps = BOARD_COLUMNS.indexOf(to) - BOARD_COLUMNS.indexOf(from)
  if (steps === 1) return undefined
  if (steps === 0) return 'same'
  return steps < 0 ? 'backwards' : 'skips'
}

/** What somebody of the shop may do to an order where it stands; accepting it is said once. */
export function deedsOfShop({ status, acceptedAt, isInShop }: Placed): ShopDeed[] {
  const isDone: Partial<Record<ShopDeed, boolean>> = { accept: acceptedAt !== null, giveBack: !isInShop }
  return SHOP_DEEDS.filter((deed) => maySucceed(deed, status) && !isDone[deed])
}

/** When a job is to be ready: as its player wishes, else as the shop told him. */
export function dueOf<T>({ dueAt, expectedAt }: { dueAt: T | null; expectedAt: T | null }): T | null {
  return dueAt ?? expectedAt
}

/** How pressing a job is that has not been strung: its time is over, is today, or is not yet. */
export type Urgency = 'overdue' | 'today' | 'later'

/** How pressing a job is; undefined for one without a time, and once it is strung. */
export function urgencyOf(
  { status, due }: { status: StringingStatus; due: Date | null },
  now: Date,
): Urgency | undefined {
  if (due === null || !IN_WORK.some((one) => one === status)) return undefined
  if (due < now) return 'overdue'
  return dayOf(due) === dayOf(now) ? 'today' : 'later'
}

/** Orders that wait for the shop's hands. */
export const IN_WORK = ['PAID', 'RECEIVED', 'STRINGING'] as const

/** Where a job stands on the list of a day's work; `undated` has no time, `next` is due the day after. */
export const DUE_GROUPS = ['overdue', 'due', 'undated', 'next'] as const
export type DueGroup = (typeof DUE_GROUPS)[number]

/**
 * Where a job in work belongs on the list of a day; undefined when it is no matter of that day. What is overdue, and what has
 * no time, stands on today's list alone.
 */
export function dueGroupOf(due: Date | null, { day, now }: { day: Day; now: Date }): DueGroup | undefined {
  const isToday = day === dayOf(now)
  if (due === null) return isToday ? 'undated' : undefined
  if (due < now && isToday) return 'overdue'
  const dueDay = dayOf(due)
  if (dueDay === day) return 'due'
  return dueDay === addDays(day, 1) ? 'next' : undefined
}
