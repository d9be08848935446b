import { MAX_NAME } from '@paidang/domain/areas/activities/roster/import-rows'
import {
  INVITED_STANDINGS,
  SHOWN_INVITATION_STATES,
} from '@paidang/domain/areas/activities/student-invitations/invitation'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person } from '../../shapes.ts'

const Named = Type.Object({ id: Id, name: Type.String() })

/** An invitation as its coach sees it. The link is answered once, when it is made. */
export const StudentInvitation = Type.Object({
  id: Id,
  state: Type.Enum([...SHOWN_INVITATION_STATES]),
  name: Type.String(),
  phone: Type.String(),
  company: Named,
  course: orNull(Named),
  student: orNull(Person),
  expiresAt: Instant,
})
export type StudentInvitation = Static<typeof StudentInvitation>

/** An invitation with the secret of its link. */
const WithToken = Type.Object({ invitation: StudentInvitation, token: Type.String() })

/** The secret of a link or QR. */
const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })

/** An invitation as who opens its link sees it. */
export const OpenedInvitation = Type.Object({
  state: Type.Enum([...SHOWN_INVITATION_STATES]),
  standing: Type.Enum([...INVITED_STANDINGS]),
  isStudent: Type.Boolean(),
  coach: Type.Object({
    ...Person.properties,
    level: Type.Number(),
    levelIsUnsaid: Type.Optional(Type.Boolean()),
    isVerified: Type.Boolean(),
  }),
  company: Named,
  course: orNull(Named),
  phone: Type.String(),
  expiresAt: Instant,
})
export type OpenedInvitation = Static<typeof OpenedInvitation>

export const inviteStudent = {
  method: 'POST',
  path: '/student-invitations/invite',
  access: 'coach',
  summary: 'A coach invites who has a phone number to become their student, by a link',
  description: [
    'It is for that number alone, ends after seven days, and is used once. The token is answered only here.',
    'Inviting the same number again renews the invitation with what is sent now; the former link ends.',
    'Whose number it is may not be a student of the coach already.',
  ],
  errors: ['action_forbidden', 'course_not_found', 'phone_invalid', 'student_already', 'student_is_oneself'],
  outcome: outcomes.inviteStudent,
  guardsItself: true,
  limit: { requests: 60, minutes: 60 },
  body: Type.Object({
    companyId: Id,
    phone: freeText(MAX_TYPED_PHONE, 1),
    name: Type.Optional(freeText(MAX_NAME)),
    courseId: Type.Optional(Id),
  }),
  data: WithToken,
} satisfies Endpoint

export const myStudentInvitations = {
  method: 'GET',
  path: '/student-invitations/mine',
  access: 'coach',
  summary: "The caller's invitations of students, the latest first",
  outcome: outcomes.readInformation,
  query: Type.Object(PageQuery),
  data: Type.Array(StudentInvitation),
  paged: true,
} satisfies Endpoint

export const renewStudentInvitation = {
  method: 'POST',
  path: '/student-invitations/renew/:id',
  access: 'coach',
  summary: 'The coach gives an invitation that nobody used another link for seven days',
  description: ['The former link ends.'],
  errors: ['action_forbidden', 'student_invitation_not_found', 'student_invitation_used'],
  outcome: outcomes.renewStudentInvitation,
  guardsItself: true,
  params: ById,
  body: Type.Object({}),
  data: WithToken,
} satisfies Endpoint

export const withdrawStudentInvitation = {
  method: 'POST',
  path: '/student-invitations/withdraw/:id',
  access: 'coach',
  summary: 'The coach withdraws an open invitation',
  description: ['A repeat answers the same.'],
  errors: ['student_invitation_expired', 'student_invitation_not_found', 'student_invitation_used'],
  outcome: outcomes.withdrawStudentInvitation,
  params: ById,
  body: Type.Object({}),
  data: StudentInvitation,
} satisfies Endpoint

export const openStudentInvitation = {
  method: 'POST',
  path: '/student-invitations/open',
  access: 'open',
  summary: 'Who invites, for who opens the link of an invitation',
  description: ['`standing` says what the caller still needs in order to agree.'],
  errors: ['student_invitation_not_found'],
  outcome: outcomes.readInformation,
  reads: true,
  body: Type.Object({ token: Token }),
  data: OpenedInvitation,
} satisfies Endpoint

export const studentInvitationPoster = {
  method: 'POST',
  path: '/student-invitations/poster',
  access: 'coach',
  summary: 'The poster of an open invitation, for its coach: a picture with the code of the link',
  description: ['`base64` is the picture. The secret is in the body, so that no log of addresses has it.'],
  errors: ['student_invitation_not_found'],
  outcome: outcomes.readInformation,
  reads: true,
  limit: { requests: 60, minutes: 60 },
  body: Type.Object({ token: Token }),
  data: Type.Object({ fileName: Type.String(), contentType: Type.String(), base64: Type.String() }),
} satisfies Endpoint

export const acceptStudentInvitation = {
  method: 'POST',
  path: '/student-invitations/accept',
  access: 'app',
  summary: 'Who proved the invited phone number becomes the student of the coach',
  description: ['A repeat by the same person answers the same.'],
  errors: [
    'coach_unavailable',
    'student_invitation_expired',
    'student_invitation_not_found',
    'student_invitation_other_phone',
    'student_invitation_unproved',
    'student_invitation_used',
    'student_invitation_withdrawn',
    'student_is_oneself',
  ],
  outcome: outcomes.acceptStudentInvitation,
  body: Type.Object({ token: Token }),
  data: OpenedInvitation,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Invitations by which coaches reach students who do not use the app yet: a link or QR for one phone number.',
  fields: {
    id: 'The id of the invitation.',
    StudentInvitation: 'An invitation as its coach sees it.',
    OpenedInvitation: 'An invitation as who opens its link sees it.',
    coach: 'The coach who invites.',
    courseId: 'The id of the course that the coach has in mind.',
    'company.id': 'The id of the company.',
    'company.name': 'The name of the company.',
    'course.id': 'The id of the course.',
    'course.name': 'The name of the course.',
    'coach.id': 'The user id of the coach.',
    name: 'The name of the student, as the coach wrote it; empty without one.',
    phone: 'The invited phone number.',
    'StudentInvitation.phone': 'The invited phone number with its middle hidden.',
    'OpenedInvitation.phone': 'The invited phone number with its middle hidden.',
    state: 'PENDING can be used, ACCEPTED was used, WITHDRAWN by the coach, or EXPIRED after seven days.',
    standing:
      'What the caller needs: GUEST a log-in, SELF is the coach, OTHER_PHONE has another number, UNPROVED has to verify the number, READY may agree.',
    isStudent: 'Whether the caller is a student of the coach.',
    isVerified: 'Whether the coach is verified.',
    company: 'The company for which the coach invites.',
    course: 'The course that the coach has in mind; null without one.',
    student: 'Who used the invitation; null before that.',
    invitation: 'The invitation.',
    token: 'The secret of the link.',
    expiresAt: 'When the link ends.',
  },
}
