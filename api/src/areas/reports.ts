import { REPORT_KINDS, REPORT_REASONS, REPORT_TEXT_LENGTH } from '@paidang/domain/areas/reports/report'
import { Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { freeText, Id } from '../shapes.ts'

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
