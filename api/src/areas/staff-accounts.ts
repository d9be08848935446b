import { STAFF_ROLES } from '@paidang/domain/kernel/access'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Revision, seen } from '../shapes.ts'

/**
 * An account of the console. `lastSeenTime` is its last log-in. A disabled account cannot log in. With `hasFactor` the
 * log-in asks for a code as well.
 */
export const StaffAccount = Type.Object({
  id: Id,
  username: Type.String(),
  nickname: Type.String(),
  role: Type.Enum([...STAFF_ROLES]),
  merchantId: orNull(Id),
  merchantName: orNull(Type.String()),
  lastSeenTime: orNull(Instant),
  disabledTime: orNull(Instant),
  createTime: Instant,
  hasFactor: Type.Boolean(),
  revision: Revision,
})
export type StaffAccount = Static<typeof StaffAccount>

/** An account with its password. The password cannot be read again. */
const WithPassword = Type.Object({ account: StaffAccount, password: Type.String() })

const naming = { username: freeText(32), nickname: freeText(20) }

/** The accounts of the caller's shop: enabled ones first, the owner before the others. */
export const colleagues = {
  method: 'GET',
  path: '/merchant/staff',
  access: 'owner',
  summary: '本店员工账号',
  outcome: outcomes.readInformation,
  data: Type.Array(StaffAccount),
} satisfies Endpoint

export const createColleague = {
  method: 'POST',
  path: '/merchant/staff/create',
  access: 'owner',
  guardsItself: true,
  summary: '新增本店员工账号',
  outcome: outcomes.operate,
  body: Type.Object(naming),
  data: WithPassword,
} satisfies Endpoint

/** Gives an account of the shop another password, and ends its log-ins. */
export const resetColleague = {
  method: 'POST',
  path: '/merchant/staff/reset/:id',
  access: 'owner',
  guardsItself: true,
  summary: '重置本店员工密码',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: WithPassword,
} satisfies Endpoint

/** Disables an account of the shop and ends its log-ins at once, or enables it again. */
export const disableColleague = {
  method: 'POST',
  path: '/merchant/staff/disable/:id',
  access: 'owner',
  summary: '停用与恢复本店员工账号',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ isDisabled: Type.Boolean(), ...seen }),
  data: StaffAccount,
} satisfies Endpoint

/** The accounts of the shops, the latest first. Senior operators also see those of the operators. */
export const queryStaff = {
  method: 'GET',
  path: '/admin/staff/query',
  access: 'operator',
  summary: '员工账号列表',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    keyword: Type.Optional(freeText(40)),
    role: Type.Optional(Type.Enum(['operator', 'senior', 'merchant', 'owner'])),
    merchantId: Type.Optional(Id),
    isDisabled: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(StaffAccount),
  paged: true,
} satisfies Endpoint

/**
 * Creates an account of a shop, or of the operators when no shop is named. Only a senior operator creates the latter.
 */
export const createStaff = {
  method: 'POST',
  path: '/admin/staff/create',
  access: 'operator',
  guardsItself: true,
  summary: '新增员工账号',
  outcome: outcomes.operate,
  body: Type.Object({ ...naming, merchantId: Type.Optional(Id), isLead: Type.Boolean() }),
  data: WithPassword,
} satisfies Endpoint

export const resetStaff = {
  method: 'POST',
  path: '/admin/staff/reset/:id',
  access: 'operator',
  guardsItself: true,
  summary: '重置员工密码',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: WithPassword,
} satisfies Endpoint

export const disableStaff = {
  method: 'POST',
  path: '/admin/staff/disable/:id',
  access: 'operator',
  summary: '停用与恢复员工账号',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ isDisabled: Type.Boolean(), ...seen }),
  data: StaffAccount,
} satisfies Endpoint

/** Makes a person the owner of their shop or a senior operator, or ends that, at once. */
export const promoteStaff = {
  method: 'POST',
  path: '/admin/staff/lead/:id',
  access: 'operator',
  summary: '设置店主与主管',
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ isLead: Type.Boolean(), ...seen }),
  data: StaffAccount,
} satisfies Endpoint

/**
 * Changes the caller's own password and logs the caller out everywhere else. Admins of companies have no password here.
 */
export const changeStaffPassword = {
  method: 'POST',
  path: '/staff/password',
  access: 'staff',
  beforeFactor: true,
  guardsItself: true,
  summary: '修改本人登录密码',
  outcome: outcomes.operate,
  body: Type.Object({
    oldPassword: Type.String({ maxLength: 128 }),
    newPassword: Type.String({ maxLength: 128 }),
  }),
  data: Type.Null(),
} satisfies Endpoint
