import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, orNull } from '../shapes.ts'

/** Who of the staff logged in; `merchantId` is whose shop he works in. */
export const StaffInfo = Type.Object({
  staffId: Id,
  kind: Type.Enum(['operator', 'merchant']),
  nickname: Type.String(),
  merchantId: orNull(Id),
})
export type StaffInfo = Static<typeof StaffInfo>

/** The log-in of operators and merchants; its token opens staff calls only. `expiresIn` in seconds. */
export const staffLogin = {
  method: 'POST',
  path: '/staff/login',
  access: 'open',
  summary: '员工登录',
  outcome: outcomes.logIn,
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
  }),
  data: Type.Object({ token: Type.String(), expiresIn: Type.Integer(), staff: StaffInfo }),
} satisfies Endpoint
