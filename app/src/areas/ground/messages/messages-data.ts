import * as messages from '@paidang/api/areas/ground/messages'
import { unreadCounts } from '@paidang/api/areas/ground/messages'
import type { LiveTopic } from '@paidang/api/live'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import { SCHEDULE_KEY, STUDENT_REQUESTS_KEY, TRIALS_KEY, UNREAD_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { usePages, useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'
import type { MessageCategory } from './message-labels'

/** Query key of everything about the user's messages. */
const MESSAGES_KEY = ['messages'] as const

const stale = [MESSAGES_KEY]
/** What a verdict may change: venues of a coach, classes and grids, companies, games, levels, students. */
const staleByVerdict = [
  MESSAGES_KEY,
  ['venues'],
  ['classes'],
  SCHEDULE_KEY,
  ['companies'],
  ['home'],
  ['balls'],
  ['levels'],
  ['profile'],
  ['students'],
  STUDENT_REQUESTS_KEY,
  TRIALS_KEY,
]

const live: LiveTopic[] = [{ kind: 'messages' }]

/** A message for the screen: its instant as a Date. */
export type ShownMessage = ReturnType<typeof toShown>

const toShown = (message: messages.Message) => ({ ...message, createTime: new Date(message.createTime) })

/** The caller's messages of a category, latest first, page by page; fetched again as soon as one arrives. */
export function useMessages(messageType: MessageCategory) {
  return usePages(
    MESSAGES_KEY,
    messages.messagesOfType,
    { params: { messageType }, query: { sort: 'createTime', sord: 'desc' } },
    // Each change of the tab fetches again.
    { live, show: toShown, staleTime: 0 },
  )
}

/** The open requests to teach at the caller's venues, the oldest first, and their total. */
export function useVenueRequests() {
  return useRead(
    MESSAGES_KEY,
    messages.venueRequests,
    { query: { current: FIRST_PAGE, rows: MAX_ROWS } },
    { live, select: ({ rows, total }) => ({ rows: rows.map(toShown), total }) },
  )
}

/** 同意 or 拒绝 for one message. A second press while the first runs does nothing. */
export function useDecide({ id, revision }: Pick<messages.Message, 'id' | 'revision'>) {
  const endpointOf = (isApproval: boolean) => (isApproval ? messages.approveMessage : messages.rejectMessage)
  const input = { params: { id }, body: revision === null ? {} : { revision } }
  const { act, isPending, wish } = useWrite(messages.approveMessage, {
    stale: staleByVerdict,
    outcome: (_failure, isApproval) => endpointOf(isApproval === true).outcome,
    send: (isApproval: boolean, idempotencyKey) => call(endpointOf(isApproval), input, { idempotencyKey }),
  })
  return {
    isApproving: isPending && wish === true,
    isRejecting: isPending && wish === false,
    approve: () => act(true),
    reject: () => act(false),
  }
}

/** 标为已读. */
export function useMarkRead(id: string) {
  return useWrite(messages.readMessage, { stale, input: () => ({ params: { id } }) })
}

/** Marks a message as read when it is opened, without a toast. If that fails, it stays unread. */
export function useReadOnOpening() {
  return useWrite(messages.readMessage, {
    stale,
    isSilent: true,
    refused: () => undefined,
    input: (id: string) => ({ params: { id } }),
  })
}

/** 全部已读: marks a category, or all, as read. */
export function useReadAll() {
  return useWrite(messages.readAllMessages, {
    stale,
    input: (messageType: MessageCategory) => ({ body: { messageType } }),
  })
}

/** Deletes a message, except one that waits for an answer. It leaves every list and count. */
export function useDeleteMessage(id: string) {
  return useWrite(messages.deleteMessage, { stale, input: () => ({ params: { id } }) })
}

/** How many messages the user has not read, in total and by category; nothing is fetched for a guest. */
export function useUnreadCounts() {
  return useRead(UNREAD_KEY, unreadCounts, {}, { live: [{ kind: 'messages' }] })
}

/** A count of unread messages as people read it. The server counts no further than 100. */
export const shownUnread = (unread: number) => (unread > 99 ? '99+' : unread)
