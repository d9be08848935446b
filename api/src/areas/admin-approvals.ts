import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person } from '../shapes.ts'
import { Venue } from './venues.ts'

/** What the inbox of operators is divided into. */
export const INBOX_STATES = ['waiting', 'decided'] as const

/** Who decided, null for whom the console does not name, when, and the words for who asked. */
export const Decision = Type.Object({ by: orNull(Type.String()), at: Instant, reason: Type.String() })
export type Decision = Static<typeof Decision>

/** A verdict; whoever is refused is told the reason. */
const Verdict = Type.Object({ approve: Type.Boolean(), reason: Type.Optional(freeText(200)) })

/** How many wait for an operator, of each kind; things that are reported more than once count once. */
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

/** Venues that coaches added: those that wait, the oldest first, or those that operators decided, the latest first. */
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

/** An approved venue of the same city that may be the same one: alike in name, address or telephone. */
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

/** A venue that a coach added, with what speaks for it and against it: how many venues he has added and how they ended. */
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

/** The operator's verdict on a new venue: approved, everybody finds it and books there; its maker manages it. */
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
  /** Who decides at the venue; where there is nobody an operator does. */
  managers: Type.Array(Type.String()),
}

/**
 * Coaches who ask to teach at a venue: those that wait for an operator, the oldest first, those that wait for a manager of the
 * venue, or those that were decided by either, the latest first.
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

/** A request with what is known of the coach, where he teaches already, and of the venue. */
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

/** The operator's verdict where no manager decides. Source: decision "Messages" */
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
