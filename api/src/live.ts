import { type Static, Type } from 'typebox'
import { Day, Id } from './shapes.ts'

/** Where the live connection stands, below /aaapi: a WebSocket; frames are JSON texts. Source: decision "Live updates". */
export const LIVE_PATH = '/live'

/** So many topics may be watched on one connection. */
export const MAX_LIVE_TOPICS = 20

/** The server remembers changes for so long: who has read since then learns from `watching` whether to read again. */
export const LIVE_MEMORY_MS = 60_000

/** Longer than this between a `watch` and its answer, and what the answer tells of changes before it does not count. */
export const LIVE_PATIENCE_MS = 5_000

/** How a kind of topic names its object. */
const gridTopic = Type.Object({ kind: Type.Literal('grid'), stadiumId: Id, coachId: Id, date: Day })
const classTopic = Type.Object({
  kind: Type.Literal('class'),
  id: Id,
  /** The token of a share link, for whoever is no part of the class. */
  share: Type.Optional(Type.String({ maxLength: 64 })),
})
const ballTopic = Type.Object({
  kind: Type.Literal('ball'),
  id: Id,
  /** The token of the game's link, for whoever sees it by that alone. */
  share: Type.Optional(Type.String({ maxLength: 64 })),
})
const orderTopic = Type.Object({ kind: Type.Literal('order'), id: Id })
const messagesTopic = Type.Object({ kind: Type.Literal('messages') })
const ownDayTopic = Type.Object({ kind: Type.Literal('own-day'), date: Day })

/** What can be watched: a grid of a venue, a coach and a day; one class; one game; one's own order, messages, time of a day. */
export const LiveTopic = Type.Union([gridTopic, classTopic, ballTopic, orderTopic, messagesTopic, ownDayTopic])
export type LiveTopic = Static<typeof LiveTopic>

/**
 * What a client says. First, within 5 s, `hello` with its access token, and again with each fresh one; then `watch` with
 * all that it watches from now on, in place of what it watched before. `ageMs`: so long ago was asked for what it shows of them.
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
 * What the server says. `welcome`: the token is good. `watching`: these topics are watched from now on; one that is missing
 * is absent or not the caller's to see; `news` are those that changed since the age that the client gave, absent where that is not
 * known. `changed`: read it again. `resync`: changes may have been missed, read everything
 * again. None of them carries data: whoever wants it calls, and is asked for his right there.
 */
export type LiveServerMessage =
  | { type: 'welcome' }
  | { type: 'watching'; topics: LiveTopic[]; news?: LiveTopic[] }
  | { type: 'changed'; topic: LiveTopic }
  | { type: 'resync' }

/** Why the server ends a connection, beside 1001 (it stops) and 1013 (it cannot look the session up just now). */
export const LIVE_CLOSE = {
  /** A message that is none of the protocol, or the token of another user. */
  input: 4400,
  /** No token, or one that is expired or revoked: come back with a fresh one. */
  session: 4401,
  /** A token of staff. */
  audience: 4403,
  /** No `hello` in time. */
  silent: 4408,
  /** Too many connections of one user, or too many messages. */
  limit: 4429,
} as const

/** One text for one topic: two topics are the same when these are. */
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
