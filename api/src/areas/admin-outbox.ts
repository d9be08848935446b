import { OUTBOX_STATES } from '@paidang/domain/areas/messages/outbox'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, Instant, orNull, PageQuery, Person } from '../shapes.ts'

/** How many messages one call names at most. */
const MOST_IDS = 100

/**
 * A message on its way to somebody's WeChat. `nextAttemptAt` is there while it waits; `lastError` is what the last attempt failed
 * with, or why it was given up. `mayBeSent`: given up because nobody knows whether it went out.
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
  createdAt: Instant,
  nextAttemptAt: orNull(Instant),
  /** When it went out or was given up. */
  endedAt: orNull(Instant),
})
export type OutboxRow = Static<typeof OutboxRow>

/** What leaves the house, latest first. */
export const listOutbox = {
  method: 'GET',
  path: '/admin/outbox',
  access: 'operator',
  summary: '运营：微信消息发送情况',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Optional(Type.Enum([...OUTBOX_STATES])),
    receiverId: Type.Optional(Id),
  }),
  data: Type.Array(OutboxRow),
  paged: true,
} satisfies Endpoint

/**
 * Sends failed messages again at once: those that are named, or, without `ids`, all that failed within the last day, the latest
 * thousand at most, save those that may have arrived and those that cannot (no consent, no WeChat, no template, out of date).
 * `retried` counts them; what was sent meanwhile is none of them.
 */
export const retryOutbox = {
  method: 'POST',
  path: '/admin/outbox/retry',
  access: 'operator',
  summary: '运营：重发微信消息',
  outcome: outcomes.operate,
  body: Type.Object({ ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_IDS, uniqueItems: true })) }),
  data: Type.Object({ retried: Type.Integer() }),
} satisfies Endpoint
