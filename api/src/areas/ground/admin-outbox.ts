import { OUTBOX_STATES } from '@paidang/domain/areas/ground/messages/outbox'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Id, Instant, orNull, PageQuery, Person } from '../../shapes.ts'

/** The largest number of messages that one call may name. */
const MOST_IDS = 100

/**
 * A message to be delivered through WeChat. `nextAttemptAt` is present while it waits. `lastError` is the error of the
 * last attempt, or the reason for giving up. `mayBeSent`: it was given up because it is unknown whether it was sent.
 * `waitsForOperators`: it was given up for a reason that is ours to mend, and nobody took note yet.
 */
export const OutboxRow = Type.Object({
  id: Id,
  state: Type.Enum([...OUTBOX_STATES]),
  receiver: Person,
  title: Type.String(),
  content: Type.String(),
  template: Type.String(),
  attempts: Type.Integer(),
  lastError: orNull(Type.String()),
  mayBeSent: Type.Boolean(),
  waitsForOperators: Type.Boolean(),
  createdAt: Instant,
  nextAttemptAt: orNull(Instant),
  /** When it was sent or given up. */
  endedAt: orNull(Instant),
})
export type OutboxRow = Static<typeof OutboxRow>

export const listOutbox = {
  method: 'GET',
  path: '/admin/outbox',
  access: 'operator',
  summary: 'Outgoing messages, the latest first',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum([...OUTBOX_STATES])),
    receiverId: Type.Optional(Id),
  }),
  data: Type.Array(OutboxRow),
  paged: true,
} satisfies Endpoint

export const retryOutbox = {
  method: 'POST',
  path: '/admin/outbox/retry',
  access: 'operator',
  summary: 'Sends failed messages again at once',
  description: [
    'Without `ids` it takes all that failed within the last day, the latest thousand at most.',
    'It skips messages that may have arrived.',
    'It also skips those that cannot be sent (no consent, no WeChat, no template, out of date).',
    '`retried` counts the messages it sends again.',
    'Messages sent in the meantime are not counted.',
  ],
  outcome: outcomes.operate,
  body: Type.Object({ ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_IDS, uniqueItems: true })) }),
  data: Type.Object({ retried: Type.Integer() }),
} satisfies Endpoint

export const dismissOutbox = {
  method: 'POST',
  path: '/admin/outbox/dismiss',
  access: 'operator',
  summary: 'Takes note of WeChat messages that were given up',
  description: ['The named ones, or all.', 'They leave the inbox.', 'Repeatable.'],
  outcome: outcomes.operate,
  body: Type.Object({ ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_IDS, uniqueItems: true })) }),
  data: Type.Object({ dismissed: Type.Integer() }),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "Messages on their way to users' WeChat; operators send failed ones again or take note of them.",
  fields: {
    id: 'The id of the outgoing message.',
    state: 'The state of the message: WAITING for its first attempt, FAILING and tried again, SENT, or GIVEN_UP.',
    receiver: 'The user to whom it goes.',
    content: 'The text of the message.',
    template: 'The WeChat template that carries it: class, ball, reminder, stringing or order.',
    title: 'The title of the message.',
    lastError: 'Why the last attempt failed or the message was given up; null before that.',
    mayBeSent: 'Whether it was given up because nobody knows if it was sent.',
    waitsForOperators: 'Whether it was given up for a reason that operators should mend.',
    nextAttemptAt: 'When the next attempt follows; null when none does.',
    endedAt: 'When it was sent or given up; null before that.',
    receiverId: 'The id of the user whose messages are wanted.',
    ids: 'The ids of the messages concerned, at most 100; left out, all that qualify.',
    retried: 'How many messages are sent again.',
    dismissed: 'How many messages left the inbox.',
    createdAt: 'When the message was written.',
    attempts: 'How many times WeChat was asked to deliver it.',
    OutboxRow: 'A message to be delivered through WeChat.',
  },
}
