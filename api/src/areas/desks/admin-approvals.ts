import { WAITING_KINDS } from '@paidang/domain/kernel/waiting'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Fen, freeText, Id, Instant, orNull, PageQuery, Person, Revision, seen } from '../../shapes.ts'
import { Decision, INBOX_STATES } from '../ground/admin-audit.ts'
import { Venue } from '../places/venues.ts'

/** An operator's verdict. A refused requester is notified of the reason. */
const Verdict = Type.Object({ approve: Type.Boolean(), reason: Type.Optional(freeText(200)) })

const WaitingKind = Type.Enum([...WAITING_KINDS])

/**
 * Something that waits for an operator since `since`, and should be done by `limitAt`. `about` names it: a number, a
 * place, a job. `pageId` is the id in the address of the page with its buttons. `amountFen` is the money that it holds.
 */
export const InboxItem = Type.Object({
  kind: WaitingKind,
  id: Id,
  pageId: Id,
  about: Type.String(),
  amountFen: orNull(Fen),
  since: Instant,
  limitAt: Instant,
})
export type InboxItem = Static<typeof InboxItem>

export const readInbox = {
  method: 'GET',
  path: '/admin/inbox',
  access: 'operator',
  summary:
    'Everything that waits for an operator: the 200 items whose limit is nearest or longest over, of one kind or all, and how many of each kind wait',
  description: ['`late` counts those over their limit.', 'A count ends at 1000.'],
  outcome: outcomes.readInformation,
  query: Type.Object({ kind: Type.Optional(WaitingKind) }),
  data: Type.Object({
    counts: Type.Array(Type.Object({ kind: WaitingKind, waiting: Type.Integer(), late: Type.Integer() })),
    items: Type.Array(InboxItem),
  }),
} satisfies Endpoint

const newVenueFields = {
  id: Id,
  name: Type.String(),
  city: Type.String(),
  district: Type.String(),
  creator: orNull(Person),
  createTime: Instant,
  approveStatus: Type.Integer(),
}

export const listNewVenues = {
  method: 'GET',
  path: '/admin/new-venues',
  access: 'operator',
  summary: 'Venues that coaches added',
  description: ['Either those that wait, the oldest first, or those that operators decided, the latest first.'],
  outcome: outcomes.readVenue,
  query: Type.Object({ ...PageQuery, state: Type.Enum([...INBOX_STATES]) }),
  data: Type.Array(Type.Object(newVenueFields)),
  paged: true,
} satisfies Endpoint

/** An approved venue of the same city that may be the same one. Its name, address or telephone is alike. */
export const LookAlike = Type.Object({
  id: Id,
  name: Type.String(),
  district: Type.String(),
  address: Type.String(),
  phone: orNull(Type.String()),
  courtCount: Type.Integer(),
  alike: Type.Array(Type.Enum(['name', 'address', 'phone'])),
})
export type LookAlike = Static<typeof LookAlike>

/**
 * A venue that a coach added, with evidence for and against it. The evidence is how many venues the coach added and how
 * they were decided.
 */
export const NewVenueEvidence = Type.Object({
  ...newVenueFields,
  revision: Revision,
  venue: Venue,
  decision: orNull(Decision),
  creatorIsVerified: Type.Boolean(),
  creatorAdded: Type.Object({ approved: Type.Integer(), rejected: Type.Integer() }),
  lookAlikes: Type.Array(LookAlike),
})
export type NewVenueEvidence = Static<typeof NewVenueEvidence>

export const getNewVenue = {
  method: 'GET',
  path: '/admin/new-venues/:id',
  access: 'operator',
  summary: 'One venue that a coach added',
  errors: ['venue_not_found'],
  outcome: outcomes.readVenue,
  params: ById,
  data: NewVenueEvidence,
} satisfies Endpoint

export const decideVenue = {
  method: 'POST',
  path: '/admin/venues/decide/:id',
  access: 'operator',
  summary: "The operator's verdict on a new venue",
  description: ['Once approved, everybody can find and book it, and its creator manages it.'],
  errors: ['application_reason_missing', 'venue_decided', 'venue_not_found'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'venues',
  body: Type.Object({ ...Verdict.properties, ...seen }),
  data: NewVenueEvidence,
} satisfies Endpoint

const associationFields = {
  id: Id,
  coach: Person,
  venue: Type.Object({ id: Id, name: Type.String(), city: Type.String(), district: Type.String() }),
  createTime: Instant,
  approveStatus: Type.Integer(),
  /** The managers who decide at the venue. An operator decides when there are none. */
  managers: Type.Array(Type.String()),
}

export const listAssociations = {
  method: 'GET',
  path: '/admin/associations',
  access: 'operator',
  summary: 'Requests of coaches to teach at a venue, as one of three lists',
  description: [
    'Those that wait for an operator come oldest first.',
    'The others are those that wait for a manager of the venue, and decided ones, the latest first.',
  ],
  outcome: outcomes.readVenue,
  query: Type.Object({ ...PageQuery, state: Type.Enum([...INBOX_STATES, 'manager']) }),
  data: Type.Array(Type.Object(associationFields)),
  paged: true,
} satisfies Endpoint

/**
 * A request with what is known of the coach and of the venue. It includes the venues where the coach already teaches.
 */
export const AssociationEvidence = Type.Object({
  ...associationFields,
  decision: orNull(Decision),
  address: Type.String(),
  venueApproveStatus: Type.Integer(),
  coachesThere: Type.Integer(),
  isVerified: Type.Boolean(),
  coachSince: Instant,
  companies: Type.Array(Type.String()),
  otherVenues: Type.Array(Type.String()),
  classesHeld: Type.Integer(),
})
export type AssociationEvidence = Static<typeof AssociationEvidence>

export const getAssociation = {
  method: 'GET',
  path: '/admin/associations/:id',
  access: 'operator',
  summary: 'One request to teach at a venue',
  errors: ['association_not_found'],
  outcome: outcomes.readVenue,
  params: ById,
  data: AssociationEvidence,
} satisfies Endpoint

/** Source: decision "Messages" */
export const decideAssociation = {
  method: 'POST',
  path: '/admin/associations/decide/:id',
  access: 'operator',
  summary: "The operator's verdict on a request that no manager decides",
  errors: ['application_reason_missing', 'association_decided', 'association_not_found', 'venue_has_manager'],
  outcome: outcomes.operate,
  params: ById,
  body: Verdict,
  data: AssociationEvidence,
} satisfies Endpoint

/** What a new platform sets up first, and whether the data shows it done. WeChat and payments may stay off. */
export const SetUp = Type.Object({
  company: Type.Boolean(),
  venue: Type.Boolean(),
  coach: Type.Boolean(),
  course: Type.Boolean(),
  wechat: Type.Boolean(),
  payments: Type.Boolean(),
  firstClass: Type.Boolean(),
})
export type SetUp = Static<typeof SetUp>

export const readSetUp = {
  method: 'GET',
  path: '/admin/set-up',
  access: 'operator',
  summary: 'Which steps of setting up the platform are done',
  description: ['It is read from the data and the configuration each time; nothing is ticked by hand.'],
  outcome: outcomes.readInformation,
  data: SetUp,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    "The operators' inbox of everything that waits for them, and their verdicts on new venues and on coaches' requests to teach at one.",
  fields: {
    'InboxItem.id': 'The id of the object that waits.',
    'AssociationEvidence.id': "The id of the coach's request to teach at the venue.",
    'listAssociations.id': "The id of the coach's request to teach at the venue.",
    'getAssociation.id': "The id of the coach's request to teach at the venue.",
    'decideAssociation.id': "The id of the coach's request to teach at the venue.",
    id: 'The id of the venue.',
    name: 'The name of the venue.',
    venue: 'The venue with its courts.',
    managers: "The nicknames of the venue's managers, who decide in place of operators; empty without any.",
    coachesThere: 'How many coaches already teach at the venue.',
    coachSince: 'When the user became a coach.',
    companies: 'The names of the companies for which the coach teaches.',
    otherVenues: 'The names of the venues where the coach already teaches.',
    classesHeld: 'How many classes the coach has held.',
    reason: 'What the requester is told; required for a refusal.',
    kind: "What waits: SHOP_UNSENT a paid parcel, SHOP_REFUND a return request, STRINGING_PAID a racket that has not come, STRINGING_RECEIVED a racket not begun, STRINGING_STRINGING a job not finished, STRINGING_READY a racket not collected, STRINGING_RETURN a racket to give back, CARD_ADJUSTMENT a change of a card, STRINGING_REFUND a refund to approve, REFUND_STUCK and REFUND_OPEN refunds not through, OFFLINE_ENTRY money at the front desk to agree to, OFFLINE_REFUND money to give back there, SHIPMENT a report to WeChat, OBJECTION of a player to a class, CLOSURE a class or game that a closed venue could not call off, RECONCILE a difference of the books, RECONCILE_FAILED books not compared, VENUE a new venue, ASSOCIATION a coach's request, COACH an application, REPORT of content, CONTENT to check, PASSWORD forgotten, ADVERT_GONE an advert whose thing is gone, JOB failed, WECHAT_MESSAGE not delivered, INVARIANT broken, ALERT about the deployment.",
    pageId: "The id in the address of the console's page with the buttons for it.",
    'InboxItem.about': 'What waits, by its number, place or job.',
    'InboxItem.amountFen': 'The money that it holds up, in fen; null without any.',
    since: 'When it began to wait.',
    limitAt: 'When it should be done at the latest.',
    alike: 'What is alike: name, address, or phone.',
    'LookAlike.phone': 'The telephone of the similar venue; null without one.',
    creator: 'The coach who added the venue; null for a venue of the platform.',
    creatorIsVerified: "Whether WeChat vouched for the creator's phone number.",
    creatorAdded: 'How the venues that the same coach added were decided.',
    approved: 'How many of them were approved.',
    rejected: 'How many of them were rejected.',
    lookAlikes: 'Approved venues of the same city that may be the same one.',
    counts: 'How much of each kind waits.',
    waiting: 'How many items of the kind wait; a count ends at 1000.',
    late: 'How many of them are over their limit.',
    items: 'The 200 items whose limit is nearest or longest over.',
    state: 'Which list: waiting for an operator, or decided.',
    'listAssociations.state': 'Which list: waiting for an operator, decided, or waiting for a manager of the venue.',
    'decideVenue.revision': 'The revision of the venue that the operator saw.',
    'AssociationEvidence.createTime': 'When the coach asked.',
    'listAssociations.createTime': 'When the coach asked.',
    'NewVenueEvidence.createTime': 'When the venue was added.',
    'listNewVenues.createTime': 'When the venue was added.',
    'AssociationEvidence.coach': 'The coach who asks to teach there.',
    'listAssociations.coach': 'The coach who asks to teach there.',
    'AssociationEvidence.venue': 'The venue at which the coach asks to teach.',
    'listAssociations.venue': 'The venue at which the coach asks to teach.',
    address: 'The street address of the venue.',
    'AssociationEvidence.approveStatus': 'The verdict on the request: 0 pending, 1 approved, 2 rejected.',
    'listAssociations.approveStatus': 'The verdict on the request: 0 pending, 1 approved, 2 rejected.',
    'NewVenueEvidence.approveStatus': 'The verdict on the venue: 0 pending, 1 approved, 2 rejected.',
    'listNewVenues.approveStatus': 'The verdict on the venue: 0 pending, 1 approved, 2 rejected.',
    company: 'Whether a club exists.',
    'SetUp.venue': 'Whether an open venue has courts.',
    'SetUp.coach': 'Whether a coach of a club may teach at an open venue.',
    course: 'Whether a club offers a course that somebody teaches.',
    wechat: 'Whether the server is connected to WeChat.',
    payments: 'Whether the server can take payments online.',
    firstClass: 'Whether a class was confirmed.',
    SetUp: 'The steps of setting up the platform.',
    AssociationEvidence: "A coach's request to teach at a venue, with what is known of both.",
    InboxItem: 'Something that waits for an operator.',
    LookAlike: 'An approved venue of the same city that may be the same one.',
    NewVenueEvidence: 'A venue that a coach added, with what speaks for and against it.',
  },
}
