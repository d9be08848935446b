import { useSearchParams } from 'react-router'
import { changedAddress, type PageAddress, readTableAddress } from '../../ui/table-address'

/** The tabs of the inbox, by their names in the address: everything, then the kinds that are decided here. */
export const INBOX_KINDS = ['all', 'venues', 'associations', 'coaches', 'reports', 'contents', 'passwords'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** The lists: waiting items, decided items, and requests that wait for the manager of a venue. */
const INBOX_STATES = ['waiting', 'decided', 'manager'] as const
export type InboxState = (typeof INBOX_STATES)[number]

/** The kind of inbox, its page and its open item, kept in the address. Back and a shared link show the same. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams()
  const kind = INBOX_KINDS.find((known) => known === params.get('kind')) ?? 'all'
  const said = INBOX_STATES.find((known) => known === params.get('state')) ?? 'waiting'
  const state = said === 'manager' && kind !== 'associations' ? 'waiting' : said
  const { current, rows } = readTableAddress(params)
  const id = params.get('id')
  return {
    kind,
    state,
    page: { current, rows },
    id: id !== null && /^[1-9]\d{0,18}$/.test(id) ? id : undefined,
    goTo: (next: { kind: InboxKind; state?: InboxState }) =>
      setParams(new URLSearchParams({ kind: next.kind, state: next.state ?? 'waiting' })),
    goToPage: (next: PageAddress, options: { replace?: boolean } = {}) =>
      setParams(
        (before) => changedAddress(before, { page: String(next.current), size: String(next.rows), id: undefined }),
        options,
      ),
    /** The address of an item. */
    hrefOf: (one: string) => `?${opened(params, one)}`,
    /** Opens an item; undefined: the first. Moving through the list adds no step to the history. */
    open: (next: string | undefined) => setParams((before) => opened(before, next), { replace: true }),
  }
}

function opened(params: URLSearchParams, id: string | undefined): URLSearchParams {
  return changedAddress(params, { page: params.get('page') ?? undefined, id })
}
