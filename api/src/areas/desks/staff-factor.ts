import { Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Instant, orNull, seen } from '../../shapes.ts'
import { StaffAccount } from './staff-accounts.ts'

export const readFactor = {
  method: 'GET',
  path: '/staff/factor',
  access: 'staff',
  beforeFactor: true,
  summary: "The caller's second factor: its date, and the number of recovery codes left",
  description: ['Admins of companies have none here.'],
  outcome: outcomes.readInformation,
  data: Type.Object({ since: orNull(Instant), recoveryCodesLeft: Type.Integer(), isDemanded: Type.Boolean() }),
} satisfies Endpoint

export const beginFactor = {
  method: 'POST',
  path: '/staff/factor/begin',
  access: 'staff',
  beforeFactor: true,
  guardsItself: true,
  summary: 'Begins the setup',
  description: [
    'An authenticator app scans `address`.',
    '`secret` is for typing.',
    'Nothing is stored before the confirmation.',
  ],
  errors: ['factor_active'],
  outcome: outcomes.operate,
  data: Type.Object({ secret: Type.String(), address: Type.String(), ticket: Type.String() }),
} satisfies Endpoint

export const confirmFactor = {
  method: 'POST',
  path: '/staff/factor/confirm',
  access: 'staff',
  beforeFactor: true,
  guardsItself: true,
  summary: "Completes the setup with a first code, and ends the caller's other log-ins",
  description: ['The recovery codes are shown once.'],
  errors: ['factor_active', 'factor_ticket_expired', 'factor_wrong', 'login_too_often', 'password_incorrect'],
  outcome: outcomes.operate,
  body: Type.Object({
    ticket: Type.String({ maxLength: 400 }),
    code: Type.String({ maxLength: 40 }),
    password: Type.String({ maxLength: 128 }),
  }),
  data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
} satisfies Endpoint

export const resetFactor = {
  method: 'POST',
  path: '/admin/staff/reset-factor/:id',
  access: 'senior',
  summary: "Removes a lost second factor from another person's account, and ends its log-ins",
  description: ["The caller's own cannot be removed."],
  errors: ['revision_outdated', 'staff_not_found', 'staff_oneself'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: StaffAccount,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The second factor of a console account: a code that is asked for besides the password.',
  fields: {
    since: 'When the second factor was set up; null without one.',
    recoveryCodesLeft: 'How many recovery codes were not used yet.',
    isDemanded: 'Whether the deployment demands a second factor of the caller.',
    secret: 'The secret of the authenticator app, to be typed.',
    'beginFactor.address': 'The address of the secret, to be scanned as a code.',
    ticket: 'The text that ties the confirmation to the begun setup.',
    'confirmFactor.code': 'The first code that the authenticator app shows.',
    'confirmFactor.password': "The caller's password.",
    recoveryCodes: 'Codes that replace the app once each; they are shown only this once.',
    id: 'The id of the staff account that lost its second factor.',
  },
}
