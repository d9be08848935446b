/** The default page size. Source: specification §9. */
export const PAGE_SIZE = 10
/** The number of the first page. Source: specification §9. */
export const FIRST_PAGE = 1
/** The most rows that one page may ask for. Source: decision "The HTTP surface". */
export const MAX_ROWS = 100
/** Tables of the console are counted up to this number. A total above it means only that there are more. */
export const COUNT_LIMIT = 10_000
/** The same for lists of the app, where nobody turns to a page by its number. */
export const APP_COUNT_LIMIT = 1_000

/** One page of a list: `current` counts from 1, `rows` is the page size. */
export type Page = { current: number; rows: number }

/**
 * Whether the next page may be fetched: not while loading, and not once current*rows >= total. Source: specification §4
 * "Lists".
 */
export function mayLoadMore({ loading, current, rows, total }: Page & { loading: boolean; total: number }): boolean {
  return !loading && current * rows < total
}

/** How many rows precede a page. */
export function offsetOf({ current, rows }: Page): number {
  return (current - FIRST_PAGE) * rows
}

/** A total of the app's lists as people read it: 1000+ stands for more. */
export const totalText = (total: number): string => (total > APP_COUNT_LIMIT ? `${APP_COUNT_LIMIT}+` : `${total}`)
