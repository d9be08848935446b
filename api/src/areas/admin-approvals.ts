import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person } from '../shapes.ts'
import { Venue } from './venues.ts'

/** The two lists of the operators' inbox. */
export const INBOX_STATES = ['waiting', 'decided'] as const

/** Who decided, when, and the text for the requester. `by` is null for a person whom the console does not name. */
export const Decision = Type.Object({ by: orNull(Type.String()), at: Instant, reason: Type.String() })
export type Decision = Static<typeof Decision>

/** An operator's verdict. A refused requester is notified of the reason. */
const Verdict = Type.Object({ approve: Type.Boolean(), reason: Type.Optional(freeText(200)) })

/** How many items of each kind wait for an operator. An object that is reported several times counts once. */
export const countApprovals = {
  method: 'GET',
  path: '/admin/approvals/counts',
  access: 'operator',
  summary: '待处理数量',
  outcome: outcomes.readInformation,
  data: Type.Object({
    venues: Type.Integer(),
    associations: Type.Integer(),
    coaches: Type.Integer(),
    reports: Type.Integer(),
    passwords: Type.Integer(),
    objections: Type.Integer(),
    contents: Type.Integer(),
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

/**
 * Venues that coaches added. Either those that wait, the oldest first, or those that operators decided, the latest
 * first.
 */
export const listNewVenues = {
  method: 'GET',
  path: '/admin/new-venues',
  access: 'operator',
  summary: '新场馆',
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
  summary: '新场馆详情',
  outcome: outcomes.readVenue,
  params: ById,
  data: NewVenueEvidence,
} satisfies Endpoint

/** The operator's verdict on a new venue. Once approved, everybody can find and book it, and its creator manages it. */
export const decideVenue = {
  method: 'POST',
  path: '/admin/venues/decide/:id',
  access: 'operator',
  summary: '审核新场馆',
  outcome: outcomes.operate,
  params: ById,
  body: Verdict,
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

/**
 * Requests of coaches to teach at a venue, as one of three lists. Those that wait for an operator come oldest first.
 * The others are those that wait for a manager of the venue, and decided ones, the latest first.
 */
export const listAssociations = {
  method: 'GET',
  path: '/admin/associations',
  access: 'operator',
  summary: '场馆关联申请',
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
  summary: '场馆关联申请详情',
  outcome: outcomes.readVenue,
  params: ById,
  data: AssociationEvidence,
} satisfies Endpoint

/** The operator's verdict on a request that no manager decides. Source: decision "Messages" */
export const decideAssociation = {
  method: 'POST',
  path: '/admin/associations/decide/:id',
  access: 'operator',
  summary: '审核场馆关联',
  outcome: outcomes.operate,
  params: ById,
  body: Verdict,
  data: AssociationEvidence,
} satisfies Endpoint
