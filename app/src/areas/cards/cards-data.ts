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
import { cashierPath } from '../../paths'
import { call } from '../../platform/call'
import { goTo } from '../../platform/navigate'
import { useUserId } from '../../platform/session'
import { showDone, showFailed, showToast } from '../../platform/toast'
import { useOneAtATime } from '../../platform/use-one-at-a-time'
import { keepFile } from '../../ui/keep-file'
import { useFreshStart } from '../classes/my-classes-data'
import type { Direction } from './parts/directions'
import type { CardMovement } from './parts/movement-words'

/** Under this key lies everything about stored-value cards; what moves their money lets it be fetched anew. */
export const CARDS_KEY = ['cards'] as const

/** The caller's cards, the one with most on it first; nothing is fetched for a guest. */
export function useCards({ isWanted = true } = {}) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...CARDS_KEY, 'mine', userId],
    queryFn: ({ signal }) => call(cards.cardsOfUser, { params: { userId: userId ?? '' } }, { signal }),
    enabled: userId !== null && isWanted,
  })
}

type MovementPage = Awaited<ReturnType<typeof fetchMovements>>

/** The movements of one card, latest first, page by page; instants as Dates. Another direction keeps what is shown till then. */
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
  // A movement that came in between two pages pushes the last one of a page onto the next, where it comes again.
  for (const row of pages.flatMap(({ rows }) => rows)) movements.set(row.seq, { ...row, at: new Date(row.createTime) })
  return [...movements.values()]
}

/** What came in and went out of a card by month. */
export function useMonths(cardId: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...CARDS_KEY, 'months', userId, cardId],
    queryFn: ({ signal }) => call(cards.monthsOfCard, { params: { cardId } }, { signal }),
    enabled: userId !== null,
  })
}

/** What a card can be topped up with; fetched once the choice is open. */
export function usePlans(enabled: boolean) {
  return useQuery({
    queryKey: [...CARDS_KEY, 'plans'],
    queryFn: ({ signal }) => call(cards.topUpPlans, {}, { signal }),
    enabled,
  })
}

/** Orders a top-up, of a new card where none is named, and goes on to the cashier. */
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
  return { order: (wanted: Parameters<typeof mutate>[0]) => oneAtATime(mutate, wanted), isPending }
}

/** What of a card's top-ups can go back today. */
export function useWithdrawals(cardId: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: [...CARDS_KEY, 'withdrawals', userId, cardId],
    queryFn: ({ signal }) => call(cards.withdrawalsOfCard, { params: { cardId } }, { signal }),
    enabled: userId !== null,
  })
}

/** Takes a top-up back, as it was shown; whatever came of it, the card is read again. */
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
  return { withdraw: (wanted: Parameters<typeof mutate>[0]) => oneAtATime(mutate, wanted), isPending }
}

/** Hands over all movements of a card as a file; a second press while it runs does nothing. */
export function useExport(cardId: string) {
  const oneAtATime = useOneAtATime()
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') =>
      keepFile(await call(cards.exportTransactions, { params: { cardId }, query: { format } })),
    onSuccess: (isKept) => isKept && showDone(cards.exportTransactions.outcome),
    onError: (error) => showFailed(cards.exportTransactions.outcome, error),
  })
  return { run: (format: 'xlsx' | 'csv') => oneAtATime(mutate, format), isPending }
}
