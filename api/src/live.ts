import { type Static, Type } from 'typebox'
import { Day, Id } from './shapes.ts'

/**
 * The path of the live connection, below /aaapi. It is a WebSocket whose frames are JSON texts. Source: decision "Live
 * updates".
 */
export const LIVE_PATH = '/live'

/** The most topics that one connection may watch. */
export const MAX_LIVE_TOPICS = 20

/**
 * How long the server remembers changes, in milliseconds. A client that read within that time learns from `watching`
 * whether to read again.
 */
export const LIVE_MEMORY_MS = 60_000

/**
 * The longest time in milliseconds between a `watch` and its answer. After it, the news in the answer about earlier
 * changes does not count.
 */
export const LIVE_PATIENCE_MS = 5_000

/** The fields with which each kind of topic names its object. */
const gridTopic = Type.Object({ kind: Type.Literal('grid'), stadiumId: Id, coachId: Id, date: Day })
const classTopic = Type.Object({
  kind: Type.Literal('class'),
  id: Id,
  /** The token of a share link, for a caller who does not take part in the class. */
  share: Type.Optional(Type.String({ maxLength: 64 })),
})
const ballTopic = Type.Object({
  kind: Type.Literal('ball'),
  id: Id,
  /** The token of the game's link, for a caller who sees it only through that link. */
  share: Type.Optional(Type.String({ maxLength: 64 })),
})
const orderTopic = Type.Object({ kind: Type.Literal('order'), id: Id })
const messagesTopic = Type.Object({ kind: Type.Literal('messages') })
const ownDayTopic = Type.Object({ kind: Type.Literal('own-day'), date: Day })

/**
 * The topics that can be watched: a grid of a venue, a coach and a day; one class; one game; one's own order, messages,
 * time of a day.
 */
export const LiveTopic = Type.Union([gridTopic, classTopic, ballTopic, orderTopic, messagesTopic, ownDayTopic])
export type LiveTopic = Static<typeof LiveTopic>

/**
 * A message of a client. The first is `hello` with its access token, within 5 s. It is repeated with each fresh token.
 * Then `watch` lists all topics that the client watches from now on. It replaces the earlier list. `ageMs` is how long
 * ago the client requested the data it shows of them.
 */
export const LiveClientMessage = Type.Union([
  Type.Object({ type: Type.Literal('hello'), token: Type.String({ maxLength: 4_096 }) }),
  Type.Object({
    type: Type.Literal('watch'),
    topics: Type.Array(LiveTopic, { maxItems: MAX_LIVE_TOPICS }),
    ageMs: Type.Optional(Type.Integer({ minimum: 0, maximum: LIVE_MEMORY_MS })),
  }),
])
export type LiveClientMessage = Static<typeof LiveClientMessage>

/**
 * A message of the server. A client that wants data calls the API, which checks its permission. Only the message about
 * a grid may carry data, which any caller may read.
 * `welcome`: the token is good.
 * `watching`: these topics are watched from now on. A missing topic does not exist, or the caller may not see it.
 * `news` are the topics that changed since the age that the client gave. It is absent when that is unknown.
 * `changed`: read it again. `grid` is the whole grid after the change, for whoever has no class in it: a CompactGrid of
 * `domain`. It is absent when a class of the receiver may have changed, or the grid could not be read.
 * `resync`: changes may have been missed, so read everything again.
 */
export type LiveServerMessage =
  | { type: 'welcome' }
  | { type: 'watching'; topics: LiveTopic[]; news?: LiveTopic[] }
  | { type: 'changed'; topic: LiveTopic; grid?: { courtCode: string; statuses: string }[] }
  | { type: 'resync' }

/** Why the server ends a connection, besides 1001 (it stops) and 1013 (it cannot check the session at present). */
export const LIVE_CLOSE = {
  /** A message outside the protocol, or the token of another user. */
  input: 4400,
  /** No token, or an expired or revoked one. The client reconnects with a fresh one. */
  session: 4401,
  /** A token of staff. */
  audience: 4403,
  /** No `hello` in time. */
  silent: 4408,
  /** Too many connections of one user, or too many messages. */
  limit: 4429,
} as const

/** One text for one topic. Two topics are the same when their texts are equal. */
export function liveTopicKey(topic: LiveTopic): string {
  switch (topic.kind) {
    case 'grid':
      return `grid|${topic.stadiumId}|${topic.coachId}|${topic.date}`
    case 'class':
    case 'ball':
    case 'order':
      return `${topic.kind}|${topic.id}`
    case 'messages':
      return 'messages'
    case 'own-day':
      return `own-day|${topic.date}`
  }
}
