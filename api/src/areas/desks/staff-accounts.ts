import { STAFF_ROLES } from '@paidang/domain/kernel/access'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Instant, orNull, PageQuery, Revision, seen } from '../../shapes.ts'

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

export const colleagues = {
  method: 'GET',
  path: '/merchant/staff',
  access: 'owner',
  summary: "The accounts of the caller's shop: enabled ones first, the owner before the others",
  outcome: outcomes.readInformation,
  data: Type.Array(StaffAccount),
} satisfies Endpoint

export const createColleague = {
  method: 'POST',
  path: '/merchant/staff/create',
  access: 'owner',
  guardsItself: true,
  summary: 'Creates an account of the calling shop',
  errors: ['staff_name_missing', 'username_invalid', 'username_missing', 'username_taken'],
  outcome: outcomes.operate,
  body: Type.Object(naming),
  data: WithPassword,
} satisfies Endpoint

export const resetColleague = {
  method: 'POST',
  path: '/merchant/staff/reset/:id',
  access: 'owner',
  guardsItself: true,
  summary: 'Gives an account of the shop another password, and ends its log-ins',
  errors: ['revision_outdated', 'staff_not_found', 'staff_oneself'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: WithPassword,
} satisfies Endpoint

export const disableColleague = {
  method: 'POST',
  path: '/merchant/staff/disable/:id',
  access: 'owner',
  summary: 'Disables an account of the shop and ends its log-ins at once, or enables it again',
  errors: ['revision_outdated', 'staff_not_found', 'staff_oneself'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ isDisabled: Type.Boolean(), ...seen }),
  data: StaffAccount,
} satisfies Endpoint

export const queryStaff = {
  method: 'GET',
  path: '/admin/staff/query',
  access: 'operator',
  summary: 'The accounts of the shops, the latest first',
  description: ['Senior operators also see those of the operators.'],
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

export const createStaff = {
  method: 'POST',
  path: '/admin/staff/create',
  access: 'operator',
  guardsItself: true,
  summary: 'Creates an account of a shop, or of the operators when no shop is named',
  description: ['Only a senior operator creates the latter.'],
  errors: ['merchant_not_found', 'staff_name_missing', 'username_invalid', 'username_missing', 'username_taken'],
  outcome: outcomes.operate,
  body: Type.Object({ ...naming, merchantId: Type.Optional(Id), isLead: Type.Boolean() }),
  data: WithPassword,
} satisfies Endpoint

export const resetStaff = {
  method: 'POST',
  path: '/admin/staff/reset/:id',
  access: 'operator',
  guardsItself: true,
  summary: 'Gives an account another password, and ends its log-ins',
  errors: ['revision_outdated', 'staff_not_found', 'staff_oneself'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object(seen),
  data: WithPassword,
} satisfies Endpoint

export const disableStaff = {
  method: 'POST',
  path: '/admin/staff/disable/:id',
  access: 'operator',
  summary: 'Disables an account and ends its log-ins at once, or enables it again',
  errors: ['revision_outdated', 'staff_not_found', 'staff_oneself'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ isDisabled: Type.Boolean(), ...seen }),
  data: StaffAccount,
} satisfies Endpoint

export const promoteStaff = {
  method: 'POST',
  path: '/admin/staff/lead/:id',
  access: 'operator',
  summary: 'Makes a person the owner of their shop or a senior operator, or ends that, at once',
  errors: ['revision_outdated', 'staff_not_found', 'staff_oneself'],
  outcome: outcomes.operate,
  params: ById,
  body: Type.Object({ isLead: Type.Boolean(), ...seen }),
  data: StaffAccount,
} satisfies Endpoint

export const changeStaffPassword = {
  method: 'POST',
  path: '/staff/password',
  access: 'staff',
  beforeFactor: true,
  guardsItself: true,
  summary: "Changes the caller's own password and logs the caller out everywhere else",
  description: ['Admins of companies have no password here.'],
  errors: ['login_too_often', 'password_weak', 'password_wrong'],
  outcome: outcomes.operate,
  body: Type.Object({
    oldPassword: Type.String({ maxLength: 128 }),
    newPassword: Type.String({ maxLength: 128 }),
  }),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The accounts of the console: those of a shop for its owner, all for operators.',
  fields: {
    id: 'The id of the staff account.',
    username: 'The name with which the staff account logs in.',
    nickname: 'The name under which colleagues know the person.',
    'StaffAccount.role':
      'What the person is: operator or senior operator, merchant or owner of a shop, or company admin.',
    'queryStaff.role': 'Whose accounts: operator or senior operators, merchant staff or owner of shops.',
    'StaffAccount.merchantId': 'The id of the shop; null for operators.',
    'StaffAccount.merchantName': 'The name of the shop; null for operators.',
    'createStaff.merchantId': 'The id of the shop; left out, the account is one of the operators.',
    'queryStaff.merchantId': 'The id of the shop whose accounts are wanted.',
    'queryStaff.keyword': 'A part of the user name or of the name.',
    lastSeenTime: 'When the account last logged in; null if never.',
    disabledTime: 'When the account was disabled; null while it is enabled.',
    hasFactor: 'Whether the log-in asks for a code besides the password.',
    oldPassword: "The caller's present password.",
    newPassword: 'The password to set, with which the caller is logged out everywhere else.',
    account: 'The account.',
    password: 'The first or new password of the account, which cannot be read again.',
    isLead: 'Whether the person is to be the owner of the shop or a senior operator.',
    isDisabled: 'Whether the account is to be disabled and cannot log in; as a filter, whether it is.',
    createTime: 'When the account was created.',
    StaffAccount: 'An account of the console.',
  },
}
