import { addDays, type Day, dayOf } from '../../../kernel/day.ts'
import { maySucceed, type StringingStatus } from './order-status.ts'

/**
 * The columns of a shop's board, in the order in which a job passes through them. RETURN is separate from that order.
 */
export const BOARD_COLUMNS = ['NEW', 'AWAITED', 'RECEIVED', 'STRINGING', 'READY', 'DONE', 'RETURN'] as const
export type BoardColumn = (typeof BOARD_COLUMNS)[number]

/**
 * The column names that stringers read. READY is collected or sent. DONE was handed over today. RETURN is in the shop
 * although its order was cancelled.
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

/**
 * The facts of an order that the board needs. `acceptedAt` is null until the shop accepts it. `isInShop` is about its
 * racket.
 */
type Placed = { status: StringingStatus; acceptedAt: unknown; isInShop: boolean }

/** The column of an order; undefined for an order that does not concern the shop, or no longer does. */
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

/**
 * The actions of a shop on an order, in their usual order. `refuse` ends it. `giveBack` returns the racket afterwards.
 */
export const SHOP_ACTIONS = ['accept', 'receive', 'start', 'ready', 'handOver', 'refuse', 'giveBack'] as const
export type ShopAction = (typeof SHOP_ACTIONS)[number]

/** The action that moves a job of each column on: to the next column, or from RETURN off the board. */
const ACTION_OF: Record<Exclude<BoardColumn, 'DONE'>, ShopAction> = {
  NEW: 'accept',
  AWAITED: 'receive',
  RECEIVED: 'start',
  STRINGING: 'ready',
  READY: 'handOver',
  RETURN: 'giveBack',
}

/** The action that moves a job of this column on; undefined in the last column. */
export function nextAction(column: BoardColumn): ShopAction | undefined {
  return column === 'DONE' ? undefined : ACTION_OF[column]
}

export type MoveRefusal = 'same' | 'apart' | 'backwards' | 'skips'

/**
 * Why a job cannot be moved from one column to another; undefined when it can. It only moves forward, to the next
 * column. RETURN is separate.
 */
export function whyNotMove(from: BoardColumn, to: BoardColumn): MoveRefusal | undefined {
  if (from !== to && (from === 'RETURN' || to === 'RETURN')) return 'apart'
  const steps = BOARD_COLUMNS.indexOf(to) - BOARD_COLUMNS.indexOf(from)
  if (steps === 1) return undefined
  if (steps === 0) return 'same'
  return steps < 0 ? 'backwards' : 'skips'
}

/** The actions that the shop may take on an order in its present state. It is accepted only once. */
export function actionsOfShop({ status, acceptedAt, isInShop }: Placed): ShopAction[] {
  const isDone: Partial<Record<ShopAction, boolean>> = { accept: acceptedAt !== null, giveBack: !isInShop }
  return SHOP_ACTIONS.filter((action) => maySucceed(action, status) && !isDone[action])
}

/** When a job should be ready: the player's requested time, else the time that the shop announced. */
export function dueOf<T>({ dueAt, expectedAt }: { dueAt: T | null; expectedAt: T | null }): T | null {
  return dueAt ?? expectedAt
}

/** The urgency of a job that is not strung yet: its time has passed, is today, or is later. */
export type Urgency = 'overdue' | 'today' | 'later'

/** The urgency of a job; undefined for one without a time, and once it is strung. */
export function urgencyOf(
  { status, due }: { status: StringingStatus; due: Date | null },
  now: Date,
): Urgency | undefined {
  if (due === null || !IN_WORK.some((one) => one === status)) return undefined
  if (due < now) return 'overdue'
  return dayOf(due) === dayOf(now) ? 'today' : 'later'
}

/** Orders on which the shop still has to work. */
export const IN_WORK = ['PAID', 'RECEIVED', 'STRINGING'] as const

/** The groups in the list of a day's work. `undated` has no time. `next` is due the day after. */
export const DUE_GROUPS = ['overdue', 'due', 'undated', 'next'] as const
export type DueGroup = (typeof DUE_GROUPS)[number]

/**
 * The group of a job in work on the list of a day; undefined when it is not on that list. Overdue jobs and jobs without
 * a time are on today's list only.
 */
export function dueGroupOf(due: Date | null, { day, now }: { day: Day; now: Date }): DueGroup | undefined {
  const isToday = day === dayOf(now)
  if (due === null) return isToday ? 'undated' : undefined
  if (due < now && isToday) return 'overdue'
  const dueDay = dayOf(due)
  if (dueDay === day) return 'due'
  return dueDay === addDays(day, 1) ? 'next' : undefined
}
