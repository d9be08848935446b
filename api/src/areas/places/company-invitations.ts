import {
  INVITATION_KINDS,
  INVITATION_STATES,
  JOINING_FAULTS,
} from '@paidang/domain/areas/places/company-invitations/invitations'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person, Revision } from '../../shapes.ts'

const Named = Type.Object({ id: Id, name: Type.String() })

/** A coach as the other side of an invitation sees them. */
const Candidate = Type.Object({
  ...Person.properties,
  level: Type.Number(),
  levelIsUnsaid: Type.Optional(Type.Boolean()),
  region: Type.String(),
  clubs: Type.Array(Type.String()),
})

/** Which courses the coach teaches from the first day, and where. */
const terms = {
  courseIds: Type.Array(Id, { maxItems: 100 }),
  venueIds: Type.Array(Id, { maxItems: 50 }),
}

/** An invitation of a coach into a company, or a coach's request. `phone` and `token` are for the admin only. */
export const CompanyInvitation = Type.Object({
  id: Id,
  kind: Type.Enum(INVITATION_KINDS),
  state: Type.Enum(INVITATION_STATES),
  company: Named,
  admin: Person,
  coach: orNull(Candidate),
  phone: orNull(Type.String()),
  token: orNull(Type.String()),
  courses: Type.Array(Named),
  venues: Type.Array(Named),
  mayAnswer: Type.Boolean(),
  mayWithdraw: Type.Boolean(),
  expiresAt: Instant,
  createTime: Instant,
  revision: Revision,
})
export type CompanyInvitation = Static<typeof CompanyInvitation>

/** An invitation with what a coach should know of the company, and of their own clubs. */
export const CompanyInvitationDetail = Type.Object({
  ...CompanyInvitation.properties,
  coachCount: Type.Integer(),
  courseCount: Type.Integer(),
  studentCount: Type.Integer(),
  freeCancelHours: Type.Integer(),
  otherClubs: Type.Array(Type.String()),
  joiningFault: orNull(Type.Enum(JOINING_FAULTS)),
  choices: orNull(Type.Object({ courses: Type.Array(Named), venues: Type.Array(Named) })),
})
export type CompanyInvitationDetail = Static<typeof CompanyInvitationDetail>

/** The token of a link or QR, which shows its invitation to who holds it. */
const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })

export const invitationsOfCompany = {
  method: 'GET',
  path: '/company/invitations/by-company/:id',
  access: 'coach',
  summary: 'The invitations and requests of a company, for its admin',
  description: ['The latest first. A link that anybody may open is not among them.'],
  outcome: outcomes.listCompanyInvitations,
  params: ById,
  query: Type.Object(PageQuery),
  data: Type.Array(CompanyInvitation),
  paged: true,
} satisfies Endpoint

export const invitationChoices = {
  method: 'GET',
  path: '/company/invitations/choices/:id',
  access: 'coach',
  summary: 'What the admin of a company can offer to a coach, and the open link',
  outcome: outcomes.listCompanyInvitations,
  params: ById,
  data: Type.Object({
    link: orNull(CompanyInvitation),
    courses: Type.Array(Named),
    venues: Type.Array(Named),
  }),
} satisfies Endpoint

export const myCompanyInvitations = {
  method: 'GET',
  path: '/company/invitations/mine',
  access: 'app',
  summary: "The caller's open invitations into companies, and open requests",
  description: ["An invitation of the caller's phone number is among them, whenever that was registered."],
  outcome: outcomes.listCompanyInvitations,
  data: Type.Array(CompanyInvitation),
} satisfies Endpoint

export const findCoachToInvite = {
  method: 'POST',
  path: '/company/invitations/find',
  access: 'coach',
  summary: 'Looks for a coach by the whole phone number, for the admin of a company',
  description: ['Only a verified coach is shown. UNKNOWN says nothing but that the number is not registered.'],
  errors: ['phone_invalid'],
  outcome: outcomes.findCoachToInvite,
  limit: { requests: 30, minutes: 60 },
  reads: true,
  body: Type.Object({ companyId: Id, phone: freeText(20) }),
  data: Type.Object({
    result: Type.Enum(['READY', 'MEMBER', 'UNVERIFIED', 'UNAVAILABLE', 'UNKNOWN']),
    coach: orNull(Candidate),
  }),
} satisfies Endpoint

export const inviteCoach = {
  method: 'POST',
  path: '/company/invitations/invite',
  access: 'coach',
  summary: 'The admin invites a coach into the company',
  description: [
    'By phone number, registered or not; without one, by a link whose token anybody can open and one coach can use.',
    'It ends after seven days. A repeat with the same terms answers the open invitation.',
  ],
  errors: [
    'coach_not_verified',
    'company_coach_already',
    'company_invitation_open',
    'company_joining_barred',
    'company_term_unknown',
    'phone_invalid',
  ],
  outcome: outcomes.inviteCoach,
  limit: { requests: 30, minutes: 60 },
  body: Type.Object({ companyId: Id, phone: Type.Optional(freeText(20)), ...terms }),
  data: CompanyInvitation,
} satisfies Endpoint

export const requestToJoin = {
  method: 'POST',
  path: '/company/invitations/request',
  access: 'coach',
  summary: 'A coach asks to join a company',
  description: ['Its admin decides within seven days. A repeat answers the open request.'],
  errors: [
    'coach_not_verified',
    'company_closed',
    'company_coach_already',
    'company_invitation_open',
    'company_joining_barred',
    'company_not_found',
  ],
  outcome: outcomes.requestToJoin,
  body: Type.Object({ companyId: Id }),
  data: CompanyInvitation,
} satisfies Endpoint

export const getCompanyInvitation = {
  method: 'GET',
  path: '/company/invitations/one/:id',
  access: 'app',
  summary: 'One invitation, for the admin, for the coach, and for who holds its token',
  description: ['Who holds the token of a link that another coach has used is told so.'],
  errors: ['company_invitation_answered', 'company_invitation_not_found'],
  outcome: outcomes.readCompanyInvitation,
  params: ById,
  query: Type.Object({ token: Type.Optional(Token) }),
  data: CompanyInvitationDetail,
} satisfies Endpoint

export const changeInvitation = {
  method: 'PUT',
  path: '/company/invitations/terms/:id',
  access: 'coach',
  summary: 'The admin changes the terms of an open invitation',
  description: ['The coach is told, and cannot agree to the former terms any more.'],
  errors: [
    'company_invitation_answered',
    'company_invitation_expired',
    'company_invitation_not_found',
    'company_invitation_withdrawn',
    'company_term_unknown',
    'revision_outdated',
  ],
  outcome: outcomes.changeInvitation,
  params: ById,
  body: Type.Object({ ...terms, revision: Revision }),
  data: CompanyInvitationDetail,
} satisfies Endpoint

export const answerInvitation = {
  method: 'POST',
  path: '/company/invitations/answer/:id',
  access: 'app',
  summary: 'The coach answers an invitation, or the admin a request',
  description: [
    'Who agrees to a request chooses the terms with it.',
    'Agreeing makes the coach a member at once. A repeat answers the same; the other answer is refused.',
    'Who cannot join does not use a link up: their refusal is refused too.',
  ],
  errors: [
    'coach_not_verified',
    'company_closed',
    'company_coach_already',
    'company_invitation_answered',
    'company_invitation_expired',
    'company_invitation_not_found',
    'company_invitation_withdrawn',
    'company_joining_barred',
    'company_term_unknown',
    'revision_outdated',
  ],
  outcome: outcomes.answerInvitation,
  params: ById,
  body: Type.Object({
    agree: Type.Boolean(),
    revision: Revision,
    token: Type.Optional(Token),
    courseIds: Type.Optional(terms.courseIds),
    venueIds: Type.Optional(terms.venueIds),
  }),
  data: CompanyInvitationDetail,
} satisfies Endpoint

export const withdrawInvitation = {
  method: 'POST',
  path: '/company/invitations/withdraw/:id',
  access: 'coach',
  summary: 'The admin withdraws an invitation, or the coach a request',
  description: ['A repeat answers the same.'],
  errors: [
    'company_invitation_answered',
    'company_invitation_expired',
    'company_invitation_not_found',
    'company_invitation_withdrawn',
  ],
  outcome: outcomes.withdrawInvitation,
  params: ById,
  body: Type.Object({}),
  data: CompanyInvitationDetail,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'How coaches come to a company: its admin invites them, or they ask to join. The other side decides.',
  fields: {
    createTime: 'When the invitation or the request was made.',
    id: 'The id of the invitation or request.',
    'invitationsOfCompany.id': 'The id of the company.',
    'company.id': 'The id of the company.',
    'coach.id': 'The user id of the coach.',
    'company.name': 'The name of the company.',
    'courses.id': 'The id of the course.',
    'courses.name': 'The name of the course.',
    'venues.id': 'The id of the venue.',
    'venues.name': 'The name of the venue.',
    company: 'The company that the coach would join.',
    kind: 'INVITE: the admin invites. REQUEST: the coach asks.',
    state:
      'PENDING, or how it ended. ACCEPTED and REFUSED are answers, WITHDRAWN is by who made it, EXPIRED without an answer.',
    admin: 'The admin of the company.',
    coach: 'The coach; null while nobody is known behind the number or the link.',
    clubs: 'The names of the clubs for which the coach teaches, without one-person companies.',
    phone: 'The invited number with its middle hidden, for the admin while nobody has registered it; else null.',
    token: 'The token of a link or QR: who holds it may read and answer the invitation. Only the admin is told it.',
    courses: 'The courses that the coach teaches from the first day.',
    venues: 'The venues at which the coach teaches from the first day.',
    'invitationsOfCompany.courses': 'The courses that the admin can choose from.',
    'invitationsOfCompany.venues': 'The venues that the admin can choose from: where the admin teaches.',
    'choices.courses': 'The courses that the admin can choose from.',
    'choices.venues': 'The venues that the admin can choose from: where the admin teaches.',
    choices: 'What the admin can choose from; null for everybody else.',
    courseIds: 'The ids of the courses that the coach teaches from the first day.',
    venueIds: 'The ids of the venues at which the coach teaches from the first day.',
    mayAnswer: 'Whether the caller may agree or refuse now.',
    mayWithdraw: 'Whether the caller may withdraw it now.',
    expiresAt: 'When it ends without an answer.',
    studentCount: "How many students the company's coaches have.",
    otherClubs: 'The names of the other clubs for which the coach teaches.',
    joiningFault:
      'The refusal of who cannot join: coach_not_verified, company_coach_already or company_joining_barred; null for who can.',
    link: 'The open invitation by link; null without one.',
    'findCoachToInvite.phone': 'The whole phone number.',
    'inviteCoach.phone': 'The whole phone number; left out, the invitation is a link.',
    result: 'READY to be invited, already a MEMBER, UNVERIFIED as a coach, UNAVAILABLE, or an UNKNOWN number.',
    agree: 'Whether the coach joins.',
    CompanyInvitation: 'An invitation of a coach into a company, or a request of a coach to join it.',
    CompanyInvitationDetail: 'An invitation with what its coach should know before they decide.',
  },
}
