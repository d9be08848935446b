import { Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Instant, orNull, seen } from '../shapes.ts'
import { StaffAccount } from './staff-accounts.ts'

/** The caller's second factor: its date, and the number of recovery codes left. Admins of companies have none here. */
export const readFactor = {
  method: 'GET',
  path: '/staff/factor',
  access: 'staff',
  beforeFactor: true,
  summary: '本人的两步验证',
  outcome: outcomes.readInformation,
  data: Type.Object({ since: orNull(Instant), recoveryCodesLeft: Type.Integer(), isDemanded: Type.Boolean() }),
} satisfies Endpoint

/**
 * Begins the setup. An authenticator app scans `address`. `secret` is for typing. Nothing is stored before the
 * confirmation.
 */
export const beginFactor = {
  method: 'POST',
  path: '/staff/factor/begin',
  access: 'staff',
  beforeFactor: true,
  guardsItself: true,
  summary: '开始设置两步验证',
  outcome: outcomes.operate,
  data: Type.Object({ secret: Type.String(), address: Type.String(), ticket: Type.String() }),
} satisfies Endpoint

/** Completes the setup with a first code, and ends the caller's other log-ins. The recovery codes are shown once. */
export const confirmFactor = {
  method: 'POST',
  path: '/staff/factor/confirm',
  access: 'staff',
  beforeFactor: true,
  guardsItself: true,
  summary: '开启两步验证',
  outcome: outcomes.operate,
  body: Type.Object({
    ticket: Type.String({ maxLength: 400 }),
    code: Type.String({ maxLength: 40 }),
    password: Type.String({ maxLength: 128 }),
  }),
  data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
} satisfies Endpoint

/**
 * Removes a lost second factor from another person's account, and ends its log-ins. The caller's own cannot be removed.
 */
export const resetFactor = {
  method: 'POST',
  path: '/admin/staff/reset-factor/:id',
  access: 'senior',
  summary: '重置员工两步验证',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: StaffAccount,
} satisfies Endpoint
