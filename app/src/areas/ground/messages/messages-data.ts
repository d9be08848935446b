import * as messages from '@paidang/api/areas/messages'
import type { Endpoint, Outcome } from '@paidang/api/endpoint'
import type { LiveTopic } from '@paidang/api/live'
import { FIRST_PAGE, MAX_ROWS, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'
import { useOneAtATime } from '../../../platform/use-one-at-a-time'
import type { MessageCategory } from './message-labels'

/** Query key of everything about the user's messages. */
const MESSAGES_KEY = ['messages'] as const

const OWN_MESSAGES: LiveTopic[] = [{ kind: 'messages' }]

/** Query keys of what a verdict may change: venues of a coach, classes and grids, companies, games, levels. */
const CHANGED_BY_VERDICT = [
  ['venues'],
  ['classes'],
  SCHEDULE_KEY,
  ['companies'],
  ['home'],
  ['balls'],
  ['levels'],
  ['profile'],
]

/** A message for the screen: its instant as a Date. */
export type ShownMessage = ReturnType<typeof toShown>

/** The caller's messages of a category, latest first, page by page; fetched again as soon as one arrives. */
export function useMessages(category: MessageCategory) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const queryKey = [...MESSAGES_KEY, 'of-type', userId, category]
  useLiveQuery(OWN_MESSAGES, queryKey)
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(category, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ total }, _pages, current) =>
      mayLoadMore({ current, rows: PAGE_SIZE, total, loading: false }) ? current + 1 : undefined,
    select: toMessages,
    enabled: userId !== null,
    // Each change of the tab fetches again.
    staleTime: 0,
  })
  return {
    ...query,
    cause: query.isError ? failureText(messages.messagesOfType.outcome, query.error) : undefined,
    /** Starts again from the first page; resolves to the failure, or to null. */
    async refresh(): Promise<Error | null> {
      queryClient.setQueryData<InfiniteData<unknown>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      await queryClient.invalidateQueries({ queryKey })
      return queryClient.getQueryState(queryKey)?.error ?? null
    },
  }
}

/** The open requests to teach at the caller's venues, the oldest first, and their total. */
export function useVenueRequests() {
  const userId = useUserId()
  const queryKey = [...MESSAGES_KEY, 'venue-requests', userId]
  useLiveQuery(OWN_MESSAGES, queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(messages.venueRequests, { query: { current: FIRST_PAGE, rows: MAX_ROWS } }, { signal }),
    select: ({ rows, total }) => ({ rows: rows.map(toShown), total }),
    enabled: userId !== null,
  })
}

/** 同意 or 拒绝 for one message. A second press while the first runs does nothing. */
export function useDecide({ id, revision }: Pick<messages.Message, 'id' | 'revision'>) {
  const seen = revision === null ? {} : { revision }
  const approve = useMessageAction(messages.approveMessage, id, { seen, changed: CHANGED_BY_VERDICT })
  const reject = useMessageAction(messages.rejectMessage, id, { seen, changed: CHANGED_BY_VERDICT })
  const once = useOneAtATime()
  return {
    isApproving: approve.isPending,
    isRejecting: reject.isPending,
    approve: () => once(approve.mutate, undefined),
    reject: () => once(reject.mutate, undefined),
  }
}

/** 标为已读. */
export function useMarkRead(id: string) {
  return useMessageAction(messages.readMessage, id)
}

/** Marks a message as read when it is opened, without a toast. If that fails, it stays unread. */
export function useReadOnOpening() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(messages.readMessage, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MESSAGES_KEY }),
  })
}

/** 全部已读: marks a category, or all, as read. */
export function useReadAll() {
  return useAction({
    endpoint: messages.readAllMessages,
    stale: [MESSAGES_KEY],
    run: (messageType: MessageCategory, idempotencyKey) =>
      call(messages.readAllMessages, { body: { messageType } }, { idempotencyKey }),
  })
}

/**
 * Deletes a message, except one that waits for an answer. It leaves every list and count. A second press does nothing.
 */
export function useDeleteMessage(id: string) {
  const { mutate, isPending } = useMessageAction(messages.deleteMessage, id)
  const once = useOneAtATime()
  return { isPending, remove: () => once(mutate, undefined) }
}

type Action =
  | typeof messages.approveMessage
  | typeof messages.rejectMessage
  | typeof messages.readMessage
  | typeof messages.deleteMessage

function useMessageAction(
  endpoint: Action & Endpoint & { outcome: Outcome },
  id: string,
  { seen, changed = [] }: { seen?: { revision?: number }; changed?: (readonly string[])[] } = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(endpoint, { params: { id }, ...(seen && { body: seen }) }),
    onSuccess: () => showDone(endpoint.outcome),
    onError: (error) => showFailed(endpoint.outcome, error),
    // After a refusal too: the data on screen was stale.
    onSettled: () =>
      Promise.all([MESSAGES_KEY, ...changed].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

function fetchPage(category: MessageCategory, current: number, signal: AbortSignal) {
  return call(
    messages.messagesOfType,
    { params: { messageType: category }, query: { current, rows: PAGE_SIZE, sort: 'createTime', sord: 'desc' } },
    { signal },
  )
}

function toMessages({ pages }: InfiniteData<Awaited<ReturnType<typeof fetchPage>>>): ShownMessage[] {
  // A message that arrives between two fetches shifts the last row of a page to the next page. There it repeats.
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, toShown(row)])).values()]
}

function toShown(message: messages.Message) {
  return { ...message, createTime: new Date(message.createTime) }
}
