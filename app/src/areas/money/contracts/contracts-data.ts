import * as contracts from '@paidang/api/areas/contracts'
import { getPlayerView } from '@paidang/api/areas/profile'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { PROFILE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { kindsOf, type LedgerFilter } from './parts/ledger-filter'
import type { LedgerMove } from './parts/ledger-labels'

type StatementPage = Awaited<ReturnType<typeof fetchStatement>>

/** Query key of everything about contracts and lesson hours. */
const CONTRACTS_KEY = ['contracts'] as const

/** Whose contracts the caller reads: their own, or those of a student. */
const contractsKey = (ownerId: string | null, userId: string | null) =>
  ownerId === userId
    ? ([...CONTRACTS_KEY, 'of-user', userId] as const)
    : ([...CONTRACTS_KEY, 'of-user', ownerId, 'read-by', userId] as const)

/**
 * The contracts of a user, active ones first. The caller sees all of their own, and those of a student for the
 * caller's courses.
 */
export function useContracts(ownerId: string | null) {
  const userId = useUserId()
  return useQuery({
    queryKey: contractsKey(ownerId, userId),
    queryFn: ({ signal }) => call(contracts.contractsOfUser, { params: { userId: ownerId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
}

/** The student; nothing is fetched without an id. */
export function useStudent(id: string | undefined) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...PROFILE_KEY, id],
    queryFn: ({ signal }) => call(getPlayerView, { params: { id: id ?? '' } }, { signal }),
    enabled: userId !== null && id !== undefined,
  })
}

/**
 * The statement of one contract, newest first, page by page; instants as Dates. `filter` limits it to one kind of
 * movement.
 */
export function useStatement(contractId: string, filter: LedgerFilter) {
  const userId = useUserId()
  return useInfiniteQuery({
    queryKey: [...CONTRACTS_KEY, 'statement', userId, contractId, filter],
    queryFn: ({ pageParam, signal }) => fetchStatement({ contractId, filter }, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toMoves,
    // The old rows stay until those of the new filter arrive.
    placeholderData: keepPreviousData,
    enabled: userId !== null,
  })
}

/** Fetches contracts and the open statement again, for pull-to-refresh; resolves to the failure, or null. */
export function useReloadContracts(ownerId: string | null) {
  const queryClient = useQueryClient()
  const userId = useUserId()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: CONTRACTS_KEY })
    return queryClient.getQueryState(contractsKey(ownerId, userId))?.error ?? null
  }
}

type Input = { contractId: string; filter: LedgerFilter }

function fetchStatement({ contractId, filter }: Input, current: number, signal: AbortSignal) {
  const query = { current, rows: PAGE_SIZE, kind: kindsOf(filter) }
  return call(contracts.contractStatement, { params: { id: contractId }, query }, { signal })
}

function toMoves({ pages }: InfiniteData<StatementPage>): LedgerMove[] {
  const moves = new Map<number, LedgerMove>()
  // A movement inserted between two fetches shifts the last row of a page to the next page. There it repeats.
  for (const row of pages.flatMap(({ rows }) => rows)) moves.set(row.seq, { ...row, at: new Date(row.at) })
  return [...moves.values()]
}
