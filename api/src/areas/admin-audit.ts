import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, Id, Instant, orNull, PageQuery } from '../shapes.ts'

/** Pages of a list that is read from many histories at once: further back leads a narrower search. */
const LAST_PAGE = 501

const ActorKind = Type.Enum(['user', 'staff', 'system'])

/** The kind of a thing that has a history, or of one that the staff did something to: class, card, venue … */
const ObjectKind = Type.String({ pattern: '^[a-z-]{1,40}$' })

/**
 * Who did what to what. `action` is the kind of the thing with the deed, as in class.confirm or card.TOP_UP; `from` and `to` are
 * statuses of the thing. `amount` is what moved (hours, fen, metres of string, units of a product), `after` what was there then.
 * A deed of the staff says itself in Chinese in `summary`. `about` is another thing that it has to do with.
 */
export const AuditEntry = Type.Object({
  /** Names the row among all. */
  key: Type.String(),
  at: Instant,
  actor: Type.Object({ kind: ActorKind, id: orNull(Id), name: orNull(Type.String()) }),
  action: Type.String(),
  object: Type.Object({ kind: Type.String(), id: Id, name: orNull(Type.String()) }),
  about: orNull(Type.Object({ kind: Type.String(), id: Id })),
  from: orNull(Type.String()),
  to: orNull(Type.String()),
  amount: orNull(Type.Number()),
  after: orNull(Type.Number()),
  unit: orNull(Type.Enum(['hours', 'fen', 'metres', 'units'])),
  reason: Type.String(),
  summary: orNull(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>

/** What somebody of the staff did to a thing, as the page of that thing tells it. */
export const StaffDeed = Type.Object({
  id: Id,
  action: Type.String(),
  summary: Type.String(),
  byName: Type.String(),
  createdAt: Instant,
})
export type StaffDeed = Static<typeof StaffDeed>

/** All histories in one list, latest first; `from` and `to` are days, both included. */
export const searchAudit = {
  method: 'GET',
  path: '/admin/audit',
  access: 'operator',
  summary: '运营：操作记录',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    current: Type.Integer({ minimum: 1, maximum: LAST_PAGE, default: 1 }),
    objectKind: Type.Optional(ObjectKind),
    objectId: Type.Optional(Id),
    actorKind: Type.Optional(ActorKind),
    actorId: Type.Optional(Id),
    action: Type.Optional(Type.String({ pattern: '^[a-z-]{1,40}\\.[A-Za-z_-]{1,40}$' })),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
  }),
  data: Type.Array(AuditEntry),
  paged: true,
} satisfies Endpoint
