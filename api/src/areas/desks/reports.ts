import { REPORT_KINDS, REPORT_REASONS, REPORT_TEXT_LENGTH } from '@paidang/domain/areas/desks/reports/report'
import { Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { freeText, Id } from '../../shapes.ts'

export const reportContent = {
  method: 'POST',
  path: '/reports',
  access: 'app',
  summary: 'Reports a profile, or the texts of a ball game, to the platform',
  description: [
    'The present content is stored as evidence.',
    'A game that is not public needs its share token, or a caller who takes part in it.',
  ],
  errors: [
    'ball_not_found',
    'content_rejected',
    'report_oneself',
    'report_waits',
    'reports_too_many',
    'user_not_found',
  ],
  outcome: outcomes.reportContent,
  body: Type.Object({
    kind: Type.Enum([...REPORT_KINDS]),
    objectId: Id,
    reason: Type.Enum([...REPORT_REASONS]),
    words: Type.Optional(freeText(REPORT_TEXT_LENGTH)),
    share: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Reports of profiles and games that should not be shown.',
  fields: {
    kind: 'What is reported: user for a profile, ball for a game.',
    objectId: 'The id of the reported user or game.',
    reason: 'What the report complains about: abuse of people, untrue claims, advert, obscene content, or other.',
    words: 'What the reporter adds; may be empty.',
  },
}
