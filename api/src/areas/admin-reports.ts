import { REPORT_KINDS, REPORT_PARTS, REPORT_REASONS } from '@paidang/domain/areas/reports/report'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person } from '../shapes.ts'
import { Decision, INBOX_STATES } from './admin-approvals.ts'

const reportFields = {
  id: Id,
  kind: Type.Enum([...REPORT_KINDS]),
  objectId: Id,
  /** What it was called when it was reported: a nickname, or a game's title. */
  name: Type.String(),
  owner: Person,
  state: Type.Enum(['WAITING', 'KEPT', 'REMOVED']),
  reason: Type.Enum([...REPORT_REASONS]),
  /** How many people reported it. */
  reportCount: Type.Integer(),
  createTime: Instant,
}

/** Things that were reported, each once: those that wait, the longest first, or those that were decided, the latest first. */
export const listReports = {
  method: 'GET',
  path: '/admin/reports',
  access: 'operator',
  summary: '被举报的内容',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    state: Type.Enum([...INBOX_STATES]),
    kind: Type.Optional(Type.Enum([...REPORT_KINDS])),
  }),
  data: Type.Array(Type.Object(reportFields)),
  paged: true,
} satisfies Endpoint

/** What a profile says; pictures by their paths. */
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

/** What a ball game says. */
const BallContent = Type.Object({ title: Type.String(), description: Type.String(), place: Type.String() })
export type BallContent = Static<typeof BallContent>

/** What a thing says: `profile` of a user, `ball` of a game. */
const ReportedContent = Type.Object({ profile: orNull(ProfileContent), ball: orNull(BallContent) })

/**
 * A reported thing as it is now and as it was at each report, the first one first, with who reported it why; and how often anything
 * of its owner's was taken away before. Both are null in `present` once it is gone.
 */
export const ReportEvidence = Type.Object({
  ...reportFields,
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
  summary: '被举报内容详情',
  outcome: outcomes.readInformation,
  params: ById,
  data: ReportEvidence,
} satisfies Endpoint

/**
 * The operator's verdict, on all that wait of the same thing: it stays, or the named parts of it go. Its owner is told why they
 * went, who reported it that it was looked at. A game itself stands whatever goes.
 */
export const decideReport = {
  method: 'POST',
  path: '/admin/reports/decide/:id',
  access: 'operator',
  summary: '处理举报',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({
    verdict: Type.Enum(['keep', 'remove']),
    parts: Type.Optional(Type.Array(Type.Enum([...REPORT_PARTS]), { maxItems: 6 })),
    reason: Type.Optional(freeText(200)),
  }),
  data: ReportEvidence,
} satisfies Endpoint
