import { ACCOUNT_STATES } from '@paidang/domain/areas/people/auth/suspension'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  ById,
  Fen,
  freeText,
  Id,
  Instant,
  LessonHours,
  orNull,
  PageQuery,
  Person,
  Revision,
  seen,
  sortedBy,
} from '../../shapes.ts'
import { StaffAuditEvent } from '../ground/admin-audit.ts'
import { CompanySettings } from './companies.ts'
import { ManagedPolicy } from './policies.ts'

const companyFields = {
  id: Id,
  companyName: Type.String(),
  isPerson: Type.Boolean(),
  admin: Person,
  coachCount: Type.Integer(),
  courseCount: Type.Integer(),
  /** Students with an active contract: hours left, and not expired. */
  studentCount: Type.Integer(),
  /** Hours of active contracts that are not consumed. */
  outstandingSessions: LessonHours,
  createdAt: Instant,
  closedAt: orNull(Instant),
}

/** A company as operators see it. One-person companies are included. */
export const ManagedCompany = Type.Object(companyFields)
export type ManagedCompany = Static<typeof ManagedCompany>

export const queryCompanies = {
  method: 'GET',
  path: '/admin/companies/query',
  access: 'operator',
  mayLag: true,
  summary: 'All companies, the latest founded first',
  description: ["`keyword` is part of the company's name, or names its admin."],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('createdAt', 'coachCount'),
    keyword: Type.Optional(freeText(40)),
    isPerson: Type.Optional(Type.Boolean()),
    isClosed: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(ManagedCompany),
  paged: true,
} satisfies Endpoint

/** A coach of a company, and whether the coach may become its admin. */
const Member = Type.Object({
  id: Id,
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  userType: Type.Integer(),
  state: Type.Enum([...ACCOUNT_STATES]),
  isAdmin: Type.Boolean(),
  mayLead: Type.Boolean(),
  courseNames: Type.Array(Type.String()),
  joinedAt: Instant,
})

/** A course on offer, with what depends on it. */
const CourseOnOffer = Type.Object({
  id: Id,
  courseName: Type.String(),
  pricePerSession: Fen,
  sessionDuration: Type.Integer(),
  maxParticipants: Type.Integer(),
  coachNames: Type.Array(Type.String()),
  studentCount: Type.Integer(),
  outstandingSessions: LessonHours,
})

/** A cancellation policy that was replaced. Classes made before keep it. */
const RetiredPolicy = Type.Object({
  freeCancelHours: Type.Integer(),
  forgivenLateCancels: Type.Integer(),
  retiredAt: Instant,
  retiredByName: Type.String(),
})

/** A company with everything that support asks about. Its phone is masked. `contractCount` includes ended contracts. */
export const CompanyDetail = Type.Object({
  ...companyFields,
  revision: Revision,
  phone: orNull(Type.String()),
  settings: CompanySettings,
  policies: Type.Array(ManagedPolicy),
  retiredPolicies: Type.Array(RetiredPolicy),
  members: Type.Array(Member),
  courses: Type.Array(CourseOnOffer),
  contractCount: Type.Integer(),
  runningContracts: Type.Integer(),
  heldSessions: LessonHours,
  auditEvents: Type.Array(StaffAuditEvent),
})
export type CompanyDetail = Static<typeof CompanyDetail>

export const readManagedCompany = {
  method: 'GET',
  path: '/admin/companies/detail/:id',
  access: 'operator',
  summary: 'One company',
  errors: ['company_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: CompanyDetail,
} satisfies Endpoint

const Reason = freeText(200, 1)

export const foundCompany = {
  method: 'POST',
  path: '/admin/companies',
  access: 'operator',
  once: 'by-key',
  summary: 'Founds a company, with the user of a phone number as its admin',
  description: [
    'A player becomes a verified coach with it. The admin is notified.',
    'An unverified phone number needs the word of the operator that it is the right person.',
  ],
  errors: [
    'company_admin_applies',
    'company_admin_elsewhere',
    'company_admin_leads',
    'company_admin_suspended',
    'company_admin_unchecked',
    'company_admin_unknown',
    'company_name_missing',
    'company_name_official',
    'company_name_taken',
    'phone_invalid',
  ],
  outcome: outcomes.create,
  body: Type.Object({
    companyName: freeText(40, 1),
    phone: Type.String({ maxLength: MAX_TYPED_PHONE }),
    isPhoneChecked: Type.Optional(Type.Boolean()),
  }),
  data: CompanyDetail,
} satisfies Endpoint

export const closeCompany = {
  method: 'POST',
  path: '/admin/companies/close/:id',
  access: 'operator',
  summary: 'Closes a company that owes nobody anything, and notifies its coaches of the reason',
  description: [
    'Refused while classes are to come, contracts have hours, or hours may still come back by an objection.',
    'Its coaches keep their students and venues. Repeating it changes nothing.',
  ],
  errors: [
    'classes_unfinished',
    'company_has_contracts',
    'company_has_objections',
    'company_is_own',
    'company_not_found',
  ],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'companies',
  body: Type.Object({ reason: Reason, ...seen }),
  data: CompanyDetail,
} satisfies Endpoint

export const handOverCompany = {
  method: 'POST',
  path: '/admin/companies/hand-over/:id',
  access: 'operator',
  summary: 'Makes another coach the admin in place of the present one (`fromId`)',
  description: ['Both are notified of the reason.'],
  errors: ['coach_not_found', 'company_admin_changed', 'company_closed', 'company_not_found'],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'companies',
  body: Type.Object({ fromId: Id, toId: Id, reason: Reason, ...seen }),
  data: CompanyDetail,
} satisfies Endpoint

export const renameCompany = {
  method: 'POST',
  path: '/admin/companies/rename/:id',
  access: 'operator',
  summary: 'Renames a company and notifies its admin of the reason',
  description: ['Sending the present name changes nothing.'],
  errors: [
    'company_closed',
    'company_name_missing',
    'company_name_official',
    'company_name_taken',
    'company_not_found',
  ],
  outcome: outcomes.operate,
  params: ById,
  decidesOn: 'companies',
  body: Type.Object({ companyName: freeText(40, 1), reason: Reason, ...seen }),
  data: CompanyDetail,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Companies as operators see them, with what support asks about; operators found and close them, rename one or hand over its admin.',
  fields: {
    id: 'The id of the company.',
    phone: "The company's phone number, masked except for its last digits; null without one.",
    admin: "The coach who is the company's admin.",
    closedAt: 'When the company was closed; null while it exists.',
    settings: "The company's own rules; those of cancelling apply where it has no policy.",
    policies:
      'Its policy of cancelling, then those of its courses, each with its versions; one without terms falls back.',
    retiredPolicies: 'Former rules of cancelling of its settings; classes made before keep theirs.',
    retiredAt: 'When the policy was replaced.',
    retiredByName: 'The name of who replaced the policy.',
    members: 'The coaches of the company.',
    'members.id': "The coach's user id.",
    state: "The state of the coach's account: NORMAL, SUSPENDED by an operator, or CLOSED.",
    mayLead: "Whether the coach may become the company's admin.",
    courseNames: 'The names of the courses that the coach teaches here.',
    joinedAt: 'When the coach joined the company.',
    courses: 'The courses that the company offers.',
    coachNames: 'The nicknames of the coaches who teach the course.',
    contractCount: 'How many contracts the company ever made, ended ones included, those of undone imports not.',
    heldSessions: 'The lesson hours of its contracts that are set aside for classes.',
    createdAt: 'When the company was founded on the platform.',
    isClosed: 'Whether closed companies are wanted, or existing ones.',
    fromId: 'The user id of the present admin.',
    toId: 'The user id of the coach who becomes the admin.',
    reason: 'Why operators do it; the coaches concerned are told.',
    'queryCompanies.keyword': "A part of the company's name, or what names its admin.",
    'queryCompanies.isPerson': 'Whether one-person companies are wanted, or clubs.',
    'renameCompany.companyName': 'The new name of the company.',
    'foundCompany.companyName': 'The name of the new company; no other open club has it.',
    'foundCompany.phone': 'The phone number of the user who becomes the admin.',
    isPhoneChecked: 'Whether the operator has checked whose the unverified phone number is.',
    avatar: 'The picture of the coach: its path below /aaapi/files/, null without one.',
    CompanyDetail: 'A company with everything that support asks about.',
    ManagedCompany: "A company in the operators' list, one-person companies included.",
  },
}
