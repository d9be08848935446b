import { usePullDownRefresh } from '@tarojs/taro'
import { useReducer, useRef } from 'react'
import { usePageShown } from './use-page-shown'

/** A row that the person has seen, as it is now. */
export type HeldRow<Row> = {
  row: Row
  /** It left the list while the person looked on: it says what became of it, and offers no more presses. */
  isOver: boolean
}

type Options<Row> = {
  /** Whether a row belongs to the list now. One that was seen stays when it no longer does. */
  isIn?: (row: Row) => boolean
  /** What tells two rows apart. */
  keyOf: (row: Row) => string
  /** The number of rows that belong to the list and are shown. */
  limit?: number
  /** Where new rows come: behind all others, or, in front of a row that was seen, only once they are asked for. */
  comes?: 'last' | 'later'
  /** Whether a new row moves none of those seen. One that does waits until it is asked for. */
  fits?: (row: Row, seen: readonly Row[]) => boolean
}

/**
 * Arranges rows so that nothing moves under a finger: those seen `before` keep their places, whatever time or others do.
 * `later` counts the rows that wait, as many as may be shown.
 */
export function holdRows<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  { isIn = () => true, keyOf, limit = Number.POSITIVE_INFINITY, comes = 'last', fits = () => true }: Options<Row>,
): { rows: HeldRow<Row>[]; later: number } {
  const latest = new Map(rows.map((row) => [keyOf(row), row]))
  const seen = new Set(before.map(keyOf))
  const kept = before.map((row) => {
    const now = latest.get(keyOf(row))
    return { row: now ?? row, isOver: now === undefined || !isIn(now) }
  })
  const places = Math.max(0, limit - kept.filter(({ isOver }) => !isOver).length)
  const lastSeen = comes === 'later' ? rows.reduce((last, row, at) => (seen.has(keyOf(row)) ? at : last), -1) : -1
  const fresh = rows.map((row, at) => ({ row, at })).filter(({ row }) => isIn(row) && !seen.has(keyOf(row)))
  const come = fresh.filter(({ row, at }) => at > lastSeen && fits(row, before))
  return {
    rows: [...kept, ...come.slice(0, places).map(({ row }) => ({ row, isOver: false }))],
    later: Math.min(fresh.length, places) - Math.min(come.length, places),
  }
}

type Reading = {
  /** Whether the rows are being read. Those of an earlier visit are held only once that has ended. */
  isFetching: boolean
  /** Whether anybody sees them. */
  isSeen?: boolean
  /** Which list it is. */
  of?: string
}

/**
 * The rows of a list whose presses act at once, each in its place as long as the person looks at the page. They are
 * arranged anew when the page is left, pulled or asked to (`renew`), while nobody sees them, and for another list.
 * `isBegun`: an earlier arrangement goes on.
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  { isFetching, isSeen = true, of = '', fits, ...options }: Options<Row> & Reading,
) {
  const isShown = usePageShown()
  const seen = useRef<{ of: string; rows: readonly Row[] }>()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const renew = () => {
    seen.current = undefined
    redraw()
  }
  usePullDownRefresh(renew)
  const isBegun = isShown && isSeen && seen.current?.of === of
  const held = holdRows(isBegun ? (seen.current?.rows ?? []) : [], rows ?? [], {
    ...options,
    ...(isBegun && fits && { fits }),
  })
  const isHeld = isShown && isSeen && (isBegun || (rows !== undefined && !isFetching))
  seen.current = isHeld ? { of, rows: held.rows.map(({ row }) => row) } : undefined
  return { ...held, isBegun, renew }
}
