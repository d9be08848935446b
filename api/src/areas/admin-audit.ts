import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Day, Id, Instant, orNull, PageQuery } from '../shapes.ts'

/** The last page that can be read. The list merges many histories, so older entries need a narrower search. */
const LAST_PAGE = 501

const ActorKind = Type.Enum(['user', 'staff', 'system'])

/** The kind of an object that has a history, or that the staff acted on: class, card, venue … */
const ObjectKind = Type.String({ pattern: '^[a-z-]{1,40}$' })

/**
 * Who did what to which object. `action` is the kind of the object with the action, as in class.confirm or card.TOP_UP.
 * `from` and `to` are statuses of the object. `amount` is the quantity that moved (hours, fen, metres of string, units
 * of a product). `after` is the quantity after the move. `summary` describes an action of the staff in Chinese. `about`
 * is another object that the action concerns.
 */
export const AuditEntry = Type.Object({
  /** Identifies the row in the whole list. */
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

/** An audit event of the staff as the page of its object shows it. */
export const StaffAuditEvent = Type.Object({
  id: Id,
  action: Type.String(),
  summary: Type.String(),
  byName: Type.String(),
  createdAt: Instant,
})
export type StaffAuditEvent = Static<typeof StaffAuditEvent>

export const searchAudit = {
  method: 'GET',
  path: '/admin/audit',
  access: 'operator',
  summary: 'All histories in one list, the latest first',
  description: [
    '`from` and `to` are days, both included.',
    '`personId` is a user whom the entries concern: what they did, and what happened to their account, hours, cards and orders.',
  ],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    current: Type.Integer({ minimum: 1, maximum: LAST_PAGE, default: 1 }),
    objectKind: Type.Optional(ObjectKind),
    objectId: Type.Optional(Id),
    actorKind: Type.Optional(ActorKind),
    actorId: Type.Optional(Id),
    personId: Type.Optional(Id),
    action: Type.Optional(Type.String({ pattern: '^[a-z-]{1,40}\\.[A-Za-z_-]{1,40}$' })),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
  }),
  data: Type.Array(AuditEntry),
  paged: true,
} satisfies Endpoint
