import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Day, Id, Instant, orNull, PageQuery } from '../../shapes.ts'

/** The two lists of the operators' inbox. */
export const INBOX_STATES = ['waiting', 'decided'] as const

/** Who decided, when, and the text for the requester. `by` is null for a person whom the console does not name. */
export const Decision = Type.Object({ by: orNull(Type.String()), at: Instant, reason: Type.String() })
export type Decision = Static<typeof Decision>

/** The last page that can be read. The list merges many histories, so older entries need a narrower search. */
const LAST_PAGE = 501

const ActorKind = Type.Enum(['user', 'staff', 'system'])

/** The kind of an object that has a history, or that the staff acted on: class, card, venue … */
const ObjectKind = Type.String({ pattern: '^[a-z-]{1,40}$' })

/**
 * Who did what to which object. `action` is the kind of the object with the action, as in class.confirm or card.TOP_UP.
 * `from` and `to` are statuses of the object. `amount` is the quantity that moved (hours, fen, metres of string, units
 * of a product). `after` is the quantity after the move; of hours held or released, how many are held. `summary` describes
 * an action of the staff in Chinese. `about` is another object that the action concerns.
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
  mayLag: true,
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

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The histories of all objects in one list: who did what, when, to what.',
  fields: {
    'Decision.at': 'When it was decided.',
    'Decision.by': 'The name of who decided; null for a person whom the console does not name.',
    'Decision.reason': 'What the requester was told; may be empty.',
    Decision: 'A verdict: who decided, when, and what the requester was told.',
    key: 'A text that identifies the entry in the whole list.',
    at: 'When it was done.',
    actor: 'Who did it.',
    'actor.kind': 'Who acted: user of the app, staff of the console, or the system by itself.',
    'actor.id': 'The id of the user or of the staff account; null for the system.',
    'actor.name': 'The name of who did it; null when it is no longer known.',
    action: 'What was done: the kind of the object with the action, as in class.confirm or card.TOP_UP.',
    object: 'What it was done to.',
    'object.kind': 'The kind of the object, as in class, card or venue.',
    'object.id': 'The id of the object.',
    'object.name': 'The name of the object; null when it has none.',
    'AuditEntry.about': 'Another object that the action concerns; null without one.',
    'about.kind': 'The kind of the other object.',
    'about.id': 'The id of the other object.',
    from: 'The status of the object before the action; null where none changed.',
    to: 'The status of the object after the action; null where none changed.',
    'searchAudit.from': 'The first day of the entries, included.',
    'searchAudit.to': 'The last day of the entries, included.',
    amount: 'How much moved, in the given unit; negative took away, null when nothing moved.',
    after:
      'How much there was after the move, in the given unit; of contract.HOLD and contract.VOID, the hours held; null when nothing moved.',
    unit: 'What is counted: lesson hours, fen, metres of string, or units of a product; null when nothing moved.',
    summary: 'What a staff member did, in one Chinese sentence; null for others.',
    reason: 'The reason that was given for the action; may be empty.',
    id: 'The id of the entry.',
    byName: 'The name of the staff member who did it.',
    objectKind: 'The kind of the objects whose entries are wanted, as in class or card.',
    objectId: 'The id of the object whose entries are wanted.',
    actorKind: 'Whose actions are wanted: user of the app, staff of the console, or the system.',
    actorId: 'The id of the user or staff account whose actions are wanted.',
    personId: 'The id of a user whom the entries concern, whether they acted or not.',
    'searchAudit.action': 'The action that is wanted, as in class.confirm.',
    'searchAudit.current': 'The page, counted from 1; older entries than page 501 need a narrower search.',
    createdAt: 'When it was done.',
    AuditEntry: 'Who did what to which object, and what it changed.',
    StaffAuditEvent: 'An action of the staff, as the page of its object shows it.',
  },
}
