import { CONTENT_KINDS, CONTENT_STATES } from '@paidang/domain/areas/ground/content/content'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Person } from '../../shapes.ts'
import { Decision, INBOX_STATES } from '../ground/admin-audit.ts'

const contentFields = {
  id: Id,
  kind: Type.Enum([...CONTENT_KINDS]),
  objectId: Id,
  /** The label of the field, as in 昵称. */
  name: Type.String(),
  /** Whether `value` is the path of a picture. */
  isPicture: Type.Boolean(),
  value: Type.String(),
  author: orNull(Person),
  state: Type.Enum([...CONTENT_STATES]),
  createTime: Instant,
}

/** A text or picture in the list of those that are checked. */
export const ContentRow = Type.Object(contentFields)

export const listContent = {
  method: 'GET',
  path: '/admin/content',
  access: 'operator',
  summary: 'Texts and pictures',
  description: ['Either those that wait for an operator, the longest wait first, or decided ones, the latest first.'],
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, state: Type.Enum([...INBOX_STATES]) }),
  data: Type.Array(ContentRow),
  paged: true,
} satisfies Endpoint

/**
 * A text or picture, beside what others see in its place. `present` is null when there is nothing. For several pictures
 * it lists their paths separated by commas. `isWithWechat`: WeChat may still decide.
 */
export const ContentEvidence = Type.Object({
  ...contentFields,
  present: orNull(Type.String()),
  isWithWechat: Type.Boolean(),
  decision: orNull(Decision),
})
export type ContentEvidence = Static<typeof ContentEvidence>

export const getContent = {
  method: 'GET',
  path: '/admin/content/:id',
  access: 'operator',
  summary: 'One text or picture that is checked',
  errors: ['content_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ContentEvidence,
} satisfies Endpoint

export const decideContent = {
  method: 'POST',
  path: '/admin/content/decide/:id',
  access: 'operator',
  summary: "The operator's verdict",
  description: ['Approved: others see it from then on.', 'Rejected: its author is notified of the reason.'],
  errors: ['content_decided', 'content_not_found', 'content_reason_missing'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ approve: Type.Boolean(), reason: Type.Optional(freeText(200)) }),
  data: ContentEvidence,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "Texts and pictures of users that are checked before others see them, and the operators' verdicts.",
  fields: {
    id: 'The id of the submitted text or picture.',
    kind: 'Where the content belongs: user profile, card of a person, ball game, class, course, hours that were adjusted, level assessed, review of a shop, report, request to become a student, trial lesson, advert of a company, or question before buying.',
    objectId: 'The id of the object to which the content belongs.',
    name: 'The Chinese label of the field, as in 昵称.',
    isPicture: 'Whether the value is the path of a picture.',
    value: 'The submitted text, or the path of the picture.',
    author: 'The user who submitted it; null for a guest.',
    'ContentEvidence.state': 'The state of the check: WAITING, APPROVED, or REJECTED.',
    'listContent.state': 'Which list: waiting for an operator, or decided.',
    present: 'What others see in its place: a text, or paths joined by commas; null for nothing.',
    isWithWechat: 'Whether WeChat may still decide.',
    reason: 'What the author is told; required for a rejection.',
    createTime: 'When it was submitted.',
    'ContentRow.state': 'The state of the check: WAITING, APPROVED, or REJECTED.',
    ContentEvidence: 'A text or picture that is checked, beside what others see in its place.',
    ContentRow: 'A text or picture in the list of those that are checked.',
  },
}
