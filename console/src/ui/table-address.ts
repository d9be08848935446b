import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Rows per page that the console offers, and with which it begins. */
export const PAGE_SIZES = [20, 50, 100] as const
const USUAL_SIZE = PAGE_SIZES[0]

export type Sort = { sort: string; sord: 'asc' | 'desc' }

/** Which page of how many rows. */
export type PageAddress = { current: number; rows: number }

/** What a table shows, as its address says it. */
export type TableAddress = PageAddress & { sort?: string; sord?: 'asc' | 'desc' }

/** Names of the address that speak of the page and its order; every other one is a filter. */
const OWN = { page: 'page', size: 'size', sort: 'sort', order: 'order' } as const

/** What an address says of a table: which page in which order. Whatever is no number or order counts as not said. */
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

/** The address with these changes; undefined takes a name out of it. Another filter or order begins at the first page. */
export function changedAddress(params: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!(OWN.page in changes)) next.delete(OWN.page)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** A table's page, order and filters, kept in the address: Back, a reload and a sent link show the same rows. */
export function useTableAddress(usual?: Sort) {
  const [params, setParams] = useSearchParams()
  const address = readTableAddress(params, usual)
  return {
    address,
    filterOf: (name: string) => params.get(name) ?? undefined,
    /** Filters change without a step in the history; so many letters are so many steps else. */
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
  /** What the server answered; `isCurrent` once it is the answer to this address. */
  page: { rows: readonly unknown[]; total: number } | undefined
  isCurrent: boolean
  goTo: (page: PageAddress, options: { replace: boolean }) => void
}

/** Whoever stands behind the last page, because what stood there has gone, is led to it: there is something left to see. */
export function useLastPage({ address: { current, rows }, page, isCurrent, goTo }: Looked): void {
  const last = page && isCurrent && page.rows.length === 0 ? Math.ceil(page.total / rows) : current
  const go = useRef(goTo)
  go.current = goTo
  useEffect(() => {
    if (last >= 1 && last < current) go.current({ current: last, rows }, { replace: true })
  }, [last, current, rows])
}
