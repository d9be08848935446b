import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Id, Instant, orNull, PageQuery, Revision, seen, sortedBy } from '../../shapes.ts'

/**
 * A notification of a person. `approveStatus` is null when it needs no decision. `object` is what it is about, for its
 * link. `revision` is that of the class or game which a request describes; a verdict sends it back. Source: specification §3 "Message" and "Enumerations"
 */
export const Message = Type.Object({
  id: Id,
  category: Type.Enum(['invitation', 'systemNotice', 'classNotice']),
  title: Type.String(),
  content: Type.String(),
  sender: orNull(Type.Object({ id: Id, nickname: Type.String(), avatar: orNull(Type.String()) })),
  object: orNull(Type.Object({ kind: Type.String(), id: Id })),
  revision: orNull(Revision),
  approveStatus: orNull(Type.Integer({ minimum: 0, maximum: 2 })),
  readStatus: Type.Integer({ minimum: 0, maximum: 1 }),
  createTime: Instant,
})
export type Message = Static<typeof Message>

const list = {
  method: 'GET',
  access: 'app',
  outcome: outcomes.listMessages,
  query: Type.Object({ ...PageQuery, ...sortedBy('createTime') }),
  data: Type.Array(Message),
  paged: true,
} as const

export const messagesOfType = {
  ...list,
  path: '/common/messages/ball-message/:messageType',
  summary: "The caller's messages, the latest first unless `sord` is asc",
  description: ['The empty segment and `all` mean every category.'],
  params: Type.Object({ messageType: Type.Enum(['', 'all', 'invitation', 'systemNotice', 'classNotice']) }),
} satisfies Endpoint

export const messagesOfAll = {
  ...list,
  path: '/common/messages/ball-message',
  summary: "The caller's messages of every category, without the empty segment",
} satisfies Endpoint

export const venueRequests = {
  method: 'GET',
  path: '/common/messages/venue-requests',
  access: 'app',
  summary: "Requests to teach at the caller's venues that wait for the caller's verdict, the longest wait first",
  description: ['It includes requests that the caller deleted from the list of messages.'],
  outcome: outcomes.listMessages,
  query: Type.Object(PageQuery),
  data: Type.Array(Message),
  paged: true,
} satisfies Endpoint

/** The number of unread messages: in total, and of each category. */
export const UnreadCounts = Type.Object({
  all: Type.Integer(),
  invitation: Type.Integer(),
  systemNotice: Type.Integer(),
  classNotice: Type.Integer(),
})
export type UnreadCounts = Static<typeof UnreadCounts>

export const unreadCounts = {
  method: 'GET',
  path: '/common/messages/unread-count',
  access: 'app',
  summary: "The number of the caller's unread messages",
  description: ['The count of a category stops at 100, which means 100 or more.'],
  outcome: outcomes.listMessages,
  data: UnreadCounts,
} satisfies Endpoint

/** Source: decision "Messages". */
export const approveMessage = {
  method: 'POST',
  path: '/common/messages/approve-pass/:id',
  access: 'app',
  summary: 'The receiver agrees',
  description: ['The effect happens exactly once, and the message becomes read.'],
  errors: [
    'ball_free_limit',
    'ball_result_absent',
    'ball_result_closed',
    'ball_started',
    'coach_not_of_company',
    'coach_on_leave',
    'invitation_expired',
    'invitation_needs_contract',
    'message_decided',
    'message_needs_no_decision',
    'message_not_found',
    'revision_outdated',
    'venue_not_managed',
  ],
  outcome: outcomes.approveMessage,
  params: ById,
  body: Type.Object(seen),
  data: Message,
} satisfies Endpoint

/** Source: decision "Messages". */
export const rejectMessage = {
  method: 'POST',
  path: '/common/messages/approve-reject/:id',
  access: 'app',
  summary: 'The receiver refuses',
  description: ['The requester is notified, and the message becomes read.'],
  errors: [
    'ball_result_absent',
    'invitation_expired',
    'message_decided',
    'message_not_found',
    'objection_answer_missing',
    'revision_outdated',
  ],
  outcome: outcomes.rejectMessage,
  params: ById,
  body: Type.Object(seen),
  data: Message,
} satisfies Endpoint

export const readMessage = {
  method: 'POST',
  path: '/common/messages/approve-read/:id',
  access: 'app',
  summary: 'Marks a message as read by its receiver',
  errors: ['message_not_found'],
  outcome: outcomes.readMessage,
  params: ById,
  data: Message,
} satisfies Endpoint

/** Source: decision record 020. */
export const deleteMessage = {
  method: 'POST',
  path: '/common/messages/approve-delete/:id',
  access: 'app',
  summary: 'The receiver deletes a message from their list',
  description: ['A message that waits for a verdict cannot be deleted.', 'Repeating it gives the same answer.'],
  errors: ['message_not_found', 'message_waits'],
  outcome: outcomes.deleteMessage,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

export const readAllMessages = {
  method: 'POST',
  path: '/common/messages/read-all',
  access: 'app',
  summary: 'Marks all messages of one category, or all, as read by the caller',
  description: ['Requests stay open.', '`read` is how many were unread.'],
  outcome: outcomes.readAllMessages,
  body: Type.Object({ messageType: Type.Enum(['all', 'invitation', 'systemNotice', 'classNotice']) }),
  data: Type.Object({ read: Type.Integer() }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The caller's messages of events, and the answers to those that ask for one.",
  fields: {
    id: 'The id of the message.',
    category:
      'The category: invitation asks to take part or to decide, classNotice tells of classes and lesson hours, systemNotice of all else.',
    title: 'The headline of the message.',
    content: 'The text of the message, in Chinese.',
    sender: 'The person who caused it; null for the system.',
    object: 'The object that the message is about, for a link to it; null without one.',
    'object.kind': 'The kind of the object, as in class, ball or stringing.',
    'object.id': 'The id of the object.',
    'Message.revision': 'The revision of the class or game that a request describes; an answer sends it back.',
    'Message.approveStatus': 'The answer: 0 pending, 1 approved, 2 rejected; null when none is asked for.',
    readStatus: 'Whether the receiver read it: 0 unread, 1 read.',
    all: 'How many messages are unread altogether.',
    invitation: 'How many unread messages ask to take part or to decide.',
    systemNotice: 'How many unread messages tell of account, venues, money and orders.',
    classNotice: 'How many unread messages tell of classes and lesson hours.',
    messageType:
      'Which category: invitation asks to take part or to decide, classNotice tells of classes and lesson hours, systemNotice of all else; all or empty for every one.',
    read: 'How many messages were unread until now.',
    'readAllMessages.messageType': 'Which category: invitation, systemNotice, classNotice, or all.',
    createTime: 'When the message was sent.',
    Message: 'A notification of a person.',
    UnreadCounts: 'How many messages the caller has not read.',
  },
}
