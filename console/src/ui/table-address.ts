import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** The numbers of rows per page that the console offers, the default first. */
export const PAGE_SIZES = [20, 50, 100] as const
const USUAL_SIZE = PAGE_SIZES[0]

export type Sort = { sort: string; sord: 'asc' | 'desc' }

/** A page, and the number of rows on it. */
export type PageAddress = { current: number; rows: number }

/** The state of a table in its address. */
export type TableAddress = PageAddress & { sort?: string; sord?: 'asc' | 'desc' }

/** Names in the address for page and order; every other one is a filter. */
const OWN = { page: 'page', size: 'size', sort: 'sort', order: 'order' } as const

/** Reads page and order of a table from an address. An invalid number or order counts as missing. */
export function readTableAddress(params: URLSearchParams, usual?: Sort): TableAddress {
  const wholeOf = (name: string) => {
    const text = params.get(name) ?? ''
    return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
  }
  const size = wholeOf(OWN.size)
  const order = params.get(OWN.order)
  const isSorted = params.has(OWN.sort) && (order === 'asc' || order === 'desc')
  return {
    current: wholeOf(OWN.page) ?? FIRST_PAGE,
    rows: PAGE_SIZES.find((offered) => offered === size) ?? USUAL_SIZE,
    ...(isSorted ? { sort: params.get(OWN.sort) ?? '', sord: order } : usual),
  }
}

/** The address with these changes; undefined removes a name. Another filter or order begins at the first page. */
export function changedAddress(params: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!(OWN.page in changes)) next.delete(OWN.page)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** A table's page, order and filters, kept in the address. Back, a reload and a shared link show the same rows. */
export function useTableAddress(usual?: Sort) {
  const [params, setParams] = useSearchParams()
  const address = readTableAddress(params, usual)
  return {
    address,
    filterOf: (name: string) => params.get(name) ?? undefined,
    /** Filters change without a step in the history; otherwise each letter would be a step. */
    setFilters: (filters: Record<string, string | undefined>) =>
      setParams((before) => changedAddress(before, filters), { replace: true }),
    setPage: (page: PageAddress, options: { replace?: boolean } = {}) =>
      setParams(
        (before) => changedAddress(before, { [OWN.page]: String(page.current), [OWN.size]: String(page.rows) }),
        options,
      ),
    setSort: (sort: Sort | undefined) =>
      setParams((before) => changedAddress(before, { [OWN.sort]: sort?.sort, [OWN.order]: sort?.sord })),
  }
}

type Looked = {
  address: PageAddress
  /** The server's answer; `isCurrent` once it belongs to this address. */
  page: { rows: readonly unknown[]; total: number } | undefined
  isCurrent: boolean
  goTo: (page: PageAddress, options: { replace: boolean }) => void
}

/** Leads from a page beyond the last one to the last one, because rows may have gone meanwhile. */
export function useLastPage({ address: { current, rows }, page, isCurrent, goTo }: Looked): void {
  const last = page && isCurrent && page.rows.length === 0 ? Math.ceil(page.total / rows) : current
  const go = useRef(goTo)
  go.current = goTo
  useEffect(() => {
    if (last >= 1 && last < current) go.current({ current: last, rows }, { replace: true })
  }, [last, current, rows])
}
