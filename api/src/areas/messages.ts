import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Id, Instant, orNull, PageQuery } from '../shapes.ts'

/**
 * What a person was told. `approveStatus` is null where nothing is to decide; `object` is what it is about, for its link.
 * Source: specification §3 "Message" and "Enumerations"
 */
export const Message = Type.Object({
  id: Id,
  category: Type.Enum(['invitation', 'systemNotice', 'classNotice']),
  title: Type.String(),
  content: Type.String(),
  sender: orNull(Type.Object({ id: Id, nickname: Type.String(), avatar: orNull(Type.String()) })),
  object: orNull(Type.Object({ kind: Type.String(), id: Id })),
  approveStatus: orNull(Type.Integer({ minimum: 0, maximum: 2 })),
  readStatus: Type.Integer({ minimum: 0, maximum: 1 }),
  createTime: Instant,
})
export type Message = Static<typeof Message>

const list = {
  method: 'GET',
  access: 'app',
  outcome: outcomes.listMessages,
  query: Type.Object(PageQuery),
  data: Type.Array(Message),
  paged: true,
} as const

/** The caller's messages, latest first; the empty segment and `all` mean every category. */
export const messagesOfType = {
  ...list,
  path: '/common/messages/ball-message/:messageType',
  summary: '消息列表',
  params: Type.Object({ messageType: Type.Enum(['', 'all', 'invitation', 'systemNotice', 'classNotice']) }),
} satisfies Endpoint

/** The same of every category, without the empty segment. */
export const messagesOfAll = {
  ...list,
  path: '/common/messages/ball-message',
  summary: '消息列表（全部）',
} satisfies Endpoint

/**
 * The requests to teach at the caller's venues that wait for his verdict, the longest waiting first; also those that he deleted from
 * his list of messages.
 */
export const venueRequests = {
  method: 'GET',
  path: '/common/messages/venue-requests',
  access: 'app',
  summary: '待处理的场馆关联申请',
  outcome: outcomes.listMessages,
  query: Type.Object(PageQuery),
  data: Type.Array(Message),
  paged: true,
} satisfies Endpoint

/** How many messages are unread: in all, and of each category. */
export const UnreadCounts = Type.Object({
  all: Type.Integer(),
  invitation: Type.Integer(),
  systemNotice: Type.Integer(),
  classNotice: Type.Integer(),
})
export type UnreadCounts = Static<typeof UnreadCounts>

/** How many of the caller's messages he has not read. */
export const unreadCounts = {
  method: 'GET',
  path: '/common/messages/unread-count',
  access: 'app',
  summary: '未读消息数',
  outcome: outcomes.listMessages,
  data: UnreadCounts,
} satisfies Endpoint

/** The receiver agrees: the effect happens exactly once, and the message is read. */
export const approveMessage = {
  method: 'POST',
  path: '/common/messages/approve-pass/:id',
  access: 'app',
  summary: '同意',
  outcome: outcomes.approveMessage,
  params: ById,
  data: Message,
} satisfies Endpoint

/** The receiver refuses: who asked is told, and the message is read. */
export const rejectMessage = {
  method: 'POST',
  path: '/common/messages/approve-reject/:id',
  access: 'app',
  summary: '拒绝',
  outcome: outcomes.rejectMessage,
  params: ById,
  data: Message,
} satisfies Endpoint

/** The receiver has read it. */
export const readMessage = {
  method: 'POST',
  path: '/common/messages/approve-read/:id',
  access: 'app',
  summary: '标记已读',
  outcome: outcomes.readMessage,
  params: ById,
  data: Message,
} satisfies Endpoint

/** The receiver deletes it from their list, save one that waits for a verdict; deleting again answers the same. */
export const deleteMessage = {
  method: 'POST',
  path: '/common/messages/approve-delete/:id',
  access: 'app',
  summary: '删除消息',
  outcome: outcomes.deleteMessage,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

/** The caller has read all his messages of one category, or all; requests stay open. `read` is how many were unread. */
export const readAllMessages = {
  method: 'POST',
  path: '/common/messages/read-all',
  access: 'app',
  summary: '全部标记已读',
  outcome: outcomes.readAllMessages,
  body: Type.Object({ messageType: Type.Enum(['all', 'invitation', 'systemNotice', 'classNotice']) }),
  data: Type.Object({ read: Type.Integer() }),
} satisfies Endpoint
