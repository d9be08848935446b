import * as cards from '@paidang/api/areas/cards'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { cashierPath } from '../../../paths'
import { CARDS_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshStart } from '../../../platform/fresh-start'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showDone, showFailed, showToast } from '../../../platform/toast'
import { useOneAtATime } from '../../../platform/use-one-at-a-time'
import { saveFetchedFile } from '../../../ui/save-fetched-file'
import type { Direction } from './parts/directions'
import type { CardMovement } from './parts/movement-labels'

/** The caller's cards, the one with the highest balance first; nothing is fetched for a guest. */
export function useCards({ isEnabled = true } = {}) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...CARDS_KEY, 'mine', userId],
    queryFn: ({ signal }) => call(cards.cardsOfUser, { params: { userId: userId ?? '' } }, { signal }),
    enabled: userId !== null && isEnabled,
  })
}

type MovementPage = Awaited<ReturnType<typeof fetchMovements>>

/**
 * The movements of one card, latest first, page by page; instants as Dates. On a new direction the old rows stay until
 * the new ones arrive.
 */
export function useMovements(cardId: string, direction: Direction) {
  const userId = useUserId()
  const queryKey = [...CARDS_KEY, 'movements', userId, cardId, direction]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchMovements({ cardId, direction }, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toMovements,
    placeholderData: keepPreviousData,
    enabled: userId !== null,
  })
  return { ...query, refresh: useFreshStart(queryKey) }
}

function fetchMovements(
  { cardId, direction }: { cardId: string; direction: Direction },
  current: number,
  signal: AbortSignal,
) {
  const query = { current, rows: PAGE_SIZE, ...(direction === 'ALL' ? {} : { direction }) }
  return call(cards.transactionsOfCard, { params: { cardId }, query }, { signal })
}

function toMovements({ pages }: InfiniteData<MovementPage>): CardMovement[] {
  const movements = new Map<number, CardMovement>()
  // A movement inserted between two fetches shifts the last row of a page to the next page. There it repeats.
  for (const row of pages.flatMap(({ rows }) => rows)) movements.set(row.seq, { ...row, at: new Date(row.createTime) })
  return [...movements.values()]
}

/** The sums in and out of a card by month. */
export function useMonths(cardId: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...CARDS_KEY, 'months', userId, cardId],
    queryFn: ({ signal }) => call(cards.monthsOfCard, { params: { cardId } }, { signal }),
    enabled: userId !== null,
  })
}

/** The plans for a top-up; fetched once the choice is open. */
export function usePlans(enabled: boolean) {
  return useQuery({
    queryKey: [...CARDS_KEY, 'plans'],
    queryFn: ({ signal }) => call(cards.topUpPlans, {}, { signal }),
    enabled,
  })
}

/** Orders a top-up, of a new card without a given card, and goes on to the cashier. */
export function useTopUp(onOrdered: () => void) {
  const oneAtATime = useOneAtATime()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ planId, cardId }: { planId: string; cardId: string | undefined }) =>
      call(cards.topUpCard, { body: { planId, ...(cardId === undefined ? {} : { cardId }) } }),
    onSuccess: (order) => {
      onOrdered()
      goTo(cashierPath(order.id))
    },
    onError: (error) => showFailed(cards.topUpCard.outcome, error),
  })
  return { order: (input: Parameters<typeof mutate>[0]) => oneAtATime(mutate, input), isPending }
}

/** Which top-ups of a card can be refunded today. */
export function useWithdrawals(cardId: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...CARDS_KEY, 'withdrawals', userId, cardId],
    queryFn: ({ signal }) => call(cards.withdrawalsOfCard, { params: { cardId } }, { signal }),
    enabled: userId !== null,
  })
}

/** Refunds a top-up with the amount that was shown. In every case the card is read again. */
export function useWithdraw(onDone: () => void) {
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { cardId: string; orderId: string; refundFen: number }) => call(cards.withdrawTopUp, { body }),
    onSuccess: (_card, { refundFen }) => {
      showToast(`退款已受理，¥${yuanOf(refundFen)} 原路退回`, { tone: 'done' })
      onDone()
    },
    onError: (error) => showFailed(cards.withdrawTopUp.outcome, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: CARDS_KEY }),
  })
  return { withdraw: (input: Parameters<typeof mutate>[0]) => oneAtATime(mutate, input), isPending }
}

/** Exports all movements of a card as a file. A second press during the export does nothing. */
export function useExport(cardId: string) {
  const oneAtATime = useOneAtATime()
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') =>
      saveFetchedFile(await call(cards.exportTransactions, { params: { cardId }, query: { format } })),
    onSuccess: (isKept) => isKept && showDone(cards.exportTransactions.outcome),
    onError: (error) => showFailed(cards.exportTransactions.outcome, error),
  })
  return { run: (format: 'xlsx' | 'csv') => oneAtATime(mutate, format), isPending }
}
