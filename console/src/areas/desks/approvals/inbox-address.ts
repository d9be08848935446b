import { useSearchParams } from 'react-router'
import { changedAddress, type PageAddress, readTableAddress } from '../../../ui/table-address'

/** The tabs of the inbox, by their names in the address: everything, then the kinds that are decided here. */
export const INBOX_KINDS = ['all', 'venues', 'associations', 'coaches', 'reports', 'contents', 'passwords'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** The lists: waiting items, decided items, requests that wait for the manager of a venue, and all reports. */
const INBOX_STATES = ['waiting', 'decided', 'manager', 'all'] as const
export type InboxState = (typeof INBOX_STATES)[number]

/** The states that only one kind has. */
const KIND_OF: Partial<Record<InboxState, InboxKind>> = { manager: 'associations', all: 'reports' }
const AN_ID = /^[1-9]\d{0,18}$/

/** The kind of inbox, its page and its open item, kept in the address. Back and a shared link show the same. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams()
  const kind = INBOX_KINDS.find((known) => known === params.get('kind')) ?? 'all'
  const said = INBOX_STATES.find((known) => known === params.get('state')) ?? 'waiting'
  const state = (KIND_OF[said] ?? kind) === kind ? said : 'waiting'
  const ownerId = params.get('ownerId') ?? ''
  const { current, rows } = readTableAddress(params)
  const id = params.get('id')
  return {
    kind,
    state,
    page: { current, rows },
    /** The person whose reports are shown; undefined for everybody's. */
    ownerId: kind === 'reports' && AN_ID.test(ownerId) ? ownerId : undefined,
    id: id !== null && AN_ID.test(id) ? id : undefined,
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
