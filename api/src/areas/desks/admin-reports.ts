import { REPORT_KINDS, REPORT_PARTS, REPORT_REASONS } from '@paidang/domain/areas/desks/reports/report'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person, Revision, seen } from '../../shapes.ts'
import { Decision, INBOX_STATES } from '../ground/admin-audit.ts'

const reportFields = {
  id: Id,
  kind: Type.Enum([...REPORT_KINDS]),
  objectId: Id,
  /** The name of the object when it was reported: a nickname, or a game's title. */
  name: Type.String(),
  owner: Person,
  state: Type.Enum(['WAITING', 'KEPT', 'REMOVED']),
  reason: Type.Enum([...REPORT_REASONS]),
  /** How many people reported it. */
  reportCount: Type.Integer(),
  createTime: Instant,
}

/** A reported object in the list of them. */
export const ReportRow = Type.Object(reportFields)

export const listReports = {
  method: 'GET',
  path: '/admin/reports',
  access: 'operator',
  summary: 'Reported objects, each once',
  description: [
    'Either those that wait, the longest wait first, or decided ones, or all, the latest first.',
    '`ownerId` is the person whose content was reported.',
  ],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Enum([...INBOX_STATES, 'all']),
    ownerId: Type.Optional(Id),
    kind: Type.Optional(Type.Enum([...REPORT_KINDS])),
  }),
  data: Type.Array(ReportRow),
  paged: true,
} satisfies Endpoint

/** The content of a profile. Pictures are given by their paths. */
const ProfileContent = Type.Object({
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  description: Type.String(),
  nicePhotos: Type.Array(Type.String()),
  card: orNull(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      company: Type.String(),
      phone: Type.String(),
      email: Type.String(),
      address: Type.String(),
      introduction: Type.String(),
      avatar: orNull(Type.String()),
    }),
  ),
})
export type ProfileContent = Static<typeof ProfileContent>

/** The content of a ball game. */
const BallContent = Type.Object({ title: Type.String(), description: Type.String(), place: Type.String() })
export type BallContent = Static<typeof BallContent>

/** The content of a reported object: `profile` of a user, `ball` of a game. */
const ReportedContent = Type.Object({ profile: orNull(ProfileContent), ball: orNull(BallContent) })

/**
 * A reported object as it is now and as it was at each report. Reports come oldest first, with their reporters and
 * reasons. It also states how often content of the owner was removed before. In `present` both are null once the object
 * is deleted.
 */
export const ReportEvidence = Type.Object({
  ...reportFields,
  /** The number of its reports and the revision of the object, together. */
  revision: Revision,
  present: ReportedContent,
  reports: Type.Array(
    Type.Object({
      id: Id,
      reporter: Person,
      reason: Type.Enum([...REPORT_REASONS]),
      words: Type.String(),
      createTime: Instant,
      content: ReportedContent,
    }),
  ),
  removedBefore: Type.Integer(),
  parts: Type.Array(Type.Enum([...REPORT_PARTS])),
  decision: orNull(Decision),
})
export type ReportEvidence = Static<typeof ReportEvidence>

export const getReport = {
  method: 'GET',
  path: '/admin/reports/:id',
  access: 'operator',
  summary: 'One reported object',
  errors: ['report_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ReportEvidence,
} satisfies Endpoint

export const decideReport = {
  method: 'POST',
  path: '/admin/reports/decide/:id',
  access: 'operator',
  summary: "The operator's verdict on all waiting reports of the same object",
  description: [
    'The object stays, or its named parts are removed.',
    'Its owner is notified of the reason for a removal.',
    'The reporters are notified that it was reviewed.',
    'A game itself stays active whatever is removed.',
  ],
  errors: ['report_decided', 'report_not_found', 'report_parts_invalid', 'report_verdict_missing', 'revision_outdated'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({
    verdict: Type.Enum(['keep', 'remove']),
    parts: Type.Optional(Type.Array(Type.Enum([...REPORT_PARTS]), { maxItems: 6 })),
    reason: Type.Optional(freeText(200)),
    ...seen,
  }),
  data: ReportEvidence,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "Profiles and games that users reported, with the evidence, and the operators' verdicts.",
  fields: {
    id: "The id of the reported object's case.",
    kind: 'What was reported: user for a profile, ball for a game.',
    objectId: 'The id of the reported user or game.',
    name: "What the object was called when it was reported: a nickname, or a game's title.",
    owner: 'The user whose content was reported.',
    'ReportEvidence.state': 'The state of the case: WAITING for a verdict, KEPT as it was, or REMOVED in parts.',
    'listReports.state': 'Which list: waiting for an operator, decided, or all.',
    'ReportEvidence.reason':
      'What the latest report complains about: abuse of people, untrue claims, advert, obscene content, or other.',
    'reports.reason':
      'What this report complains about: abuse of people, untrue claims, advert, obscene content, or other.',
    reportCount: 'How many people reported it.',
    revision: 'The number of its reports and the revision of the object, together.',
    present: 'The content as it is now; both parts are null once the object is deleted.',
    profile: "The content of a user's profile; null for a game.",
    ball: 'The content of a game; null for a profile.',
    'ball.title': 'The title of the game.',
    'ball.description': 'What the initiator writes about the game.',
    'ball.place': 'Where the game takes place, as text.',
    'profile.description': 'How the user describes themselves.',
    nicePhotos: "The paths of the user's photos below /aaapi/files/.",
    'profile.card': "The user's business card; null without one.",
    'card.name': 'The name on the card.',
    'card.title': 'The position on the card.',
    'card.company': 'The company on the card.',
    'card.phone': 'The phone number on the card.',
    'card.email': 'The e-mail address on the card.',
    'card.address': 'The address on the card.',
    reports: 'The reports, the oldest first.',
    'reports.id': 'The id of the report.',
    reporter: 'The user who reported it.',
    words: 'What the reporter writes about it; may be empty.',
    content: 'The content as it was when it was reported.',
    removedBefore: 'How often content of the same owner was removed before.',
    parts:
      'Which parts of the object are concerned: nickname, avatar, description, nicePhotos, card, or the words of a game.',
    ownerId: 'The id of the user whose reported content is wanted.',
    verdict: 'Whether to keep the content, or to remove the named parts.',
    'decideReport.reason': 'What the owner is told; required for a removal.',
    'ReportEvidence.createTime': 'When it was first reported.',
    'ReportRow.createTime': 'When it was first reported.',
    'reports.createTime': 'When this report was made.',
    'ReportRow.state': 'The state of the case: WAITING for a verdict, KEPT as it was, or REMOVED in parts.',
    'ReportRow.reason':
      'What the latest report complains about: abuse of people, untrue claims, advert, obscene content, or other.',
    'profile.avatar': 'The picture of the user: its path below /aaapi/files/, null without one.',
    'card.avatar': 'The picture on the card: its path below /aaapi/files/, null without one.',
    ReportEvidence: 'A reported object as it is now, and as it was at each report.',
    ReportRow: 'A reported object in the list of them.',
  },
}
