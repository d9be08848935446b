import * as api from '@paidang/api/areas/desks/staff-accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault, plainUsername, usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { mayCreate } from '@paidang/domain/areas/people/auth/staff-account'
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { StaffUser } from '../../../http/session.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { shopOf } from '../../activities/stringing/shop-of.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { guardLogIn, hashPassword } from '../../people/auth/password.ts'
import { accountOfStaff, limitOfOwn } from '../../people/auth/tries.ts'
import {
  endStaffSessions,
  findAccount,
  firstPassword,
  insertAccount,
  lockManaged,
  nameOf,
  ownAccount,
  presentAccount,
  selectAccounts,
  updateAccount,
} from './account-rows.ts'
import { forgiveStaffFailures } from './log-in.ts'

type NewAccount = {
  username: string
  nickname: string
  /** Null for an operator. */
  merchantId: string | null
  isLead: boolean
}

/** Creates an account with a password that only this answer contains. */
async function createAccount(
  { staff: actor, db, now }: { staff: StaffUser; db: Database; now: Date },
  account: NewAccount,
) {
  const { merchantId, isLead } = account
  if (!mayCreate(actor, account)) throw new ApiError('action_forbidden')
  const fault = usernameFault(account.username)
  if (fault) throw new ApiError(fault)
  const nickname = account.nickname.trim()
  if (nickname === '') throw new ApiError('staff_name_missing')
  const username = plainUsername(account.username)
  const password = firstPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const isShopMissing = merchantId !== null && (await tx.$count(merchants, eq(merchants.id, merchantId))) === 0
    if (isShopMissing) throw new ApiError('merchant_not_found')
    const kind = merchantId === null ? ('operator' as const) : ('merchant' as const)
    const row = { kind, username, passwordHash, passwordBy: actor.id, nickname, merchantId, isLead, createdAt: now }
    const { id } = await insertAccount(tx, row)
    const summary = `新增员工账号${nameOf({ nickname, username })}`
    await recordAuditEvent(tx, { actorId: actor.id, action: 'staff.create', objectId: id, summary, now })
    return { account: presentAccount(await findAccount(tx, id)), password }
  })
}

/** Gives an account a new password. Its log-ins end, and so does a pause after wrong passwords. */
async function resetAccount({
  params: { id: staffId },
  body: { revision: seen },
  staff: actor,
  db,
  now,
}: Handled<typeof api.resetStaff | typeof api.resetColleague>) {
  const password = firstPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const account = await lockManaged(tx, { staffId, seen, actor, now }, 'reset')
    await updateAccount(tx, staffId, { passwordHash, passwordBy: actor.id })
    await endStaffSessions(tx, { staffId, now })
    await forgiveStaffFailures(tx, account)
    const summary = `重置员工密码${nameOf(account)}`
    await recordAuditEvent(tx, { actorId: actor.id, action: 'staff.reset', objectId: staffId, summary, now })
    return { account: presentAccount(await findAccount(tx, staffId)), password }
  })
}

/** Disables an account and ends its log-ins at once, or enables it again. A repeat changes nothing. */
async function disableAccount({
  params: { id: staffId },
  body: { isDisabled, revision: seen },
  staff: actor,
  db,
  now,
}: Handled<typeof api.disableStaff | typeof api.disableColleague>) {
  return db.transaction(async (tx) => {
    const account = await lockManaged(tx, { staffId, seen, actor, now }, 'disable')
    if (isDisabled !== (account.disabledAt !== null)) {
      await updateAccount(tx, staffId, { disabledAt: isDisabled ? now : null })
      if (isDisabled) await endStaffSessions(tx, { staffId, now })
      const action = isDisabled ? ('staff.disable' as const) : ('staff.enable' as const)
      const summary = `${isDisabled ? '停用' : '恢复'}员工账号${nameOf(account)}`
      await recordAuditEvent(tx, { actorId: actor.id, action, objectId: staffId, summary, now })
    }
    return presentAccount(await findAccount(tx, staffId))
  })
}

export default plugin([
  // The caller's other log-ins end. A wrong old password stays counted, apart from those of the log-in.
  handle(api.changeStaffPassword, async ({ body: { oldPassword: password, newPassword }, staff: caller, db, now }) => {
    const actor = ownAccount(caller)
    const weak = passwordFault(newPassword)
    if (weak) throw new ApiError(weak)
    const own = await findAccount(db, actor.id)
    const limitsOf = () => limitOfOwn(accountOfStaff(actor.id))
    const attempt = { find: async () => own, limitsOf, password, wrong: 'password_wrong' as const, now }
    await guardLogIn(db, attempt, async (tx, { passwordHash: from }) => {
      const isSame = and(eq(staff.id, actor.id), eq(staff.passwordHash, from))
      const passwordHash = await hashPassword(newPassword)
      const { rowCount } = await tx.update(staff).set({ passwordHash, passwordBy: null }).where(isSame)
      // It was replaced in the meantime.
      if (!rowCount) throw new ApiError('password_wrong')
      await endStaffSessions(tx, { staffId: actor.id, sparedId: actor.sessionId, now })
    })
    return null
  }),

  // Enabled ones first, owners before the others.
  handle(api.colleagues, async ({ staff: actor, db }) => {
    const rows = await selectAccounts(db)
      .where(eq(staff.merchantId, shopOf(actor)))
      .orderBy(sql`${staff.disabledAt} is not null`, desc(staff.isLead), asc(staff.id))
    return rows.map(presentAccount)
  }),

  handle(api.createColleague, ({ body, ...handled }) =>
    createAccount(handled, { ...body, merchantId: shopOf(handled.staff), isLead: false }),
  ),

  handle(api.resetColleague, resetAccount),

  handle(api.disableColleague, disableAccount),

  // An operator manages the accounts of shops, a senior operator all.
  handle(api.queryStaff, ({ query, staff: actor, db }) => {
    const { role, merchantId, isDisabled } = query
    const typed = query.keyword?.trim()
    const where = and(
      actor.role === 'senior' ? undefined : eq(staff.kind, 'merchant'),
      typed
        ? or(...[staff.username, staff.nickname, merchants.name].map((column) => contains(column, typed)))
        : undefined,
      role && eq(staff.kind, role === 'operator' || role === 'senior' ? 'operator' : 'merchant'),
      role && eq(staff.isLead, role === 'senior' || role === 'owner'),
      merchantId ? eq(staff.merchantId, merchantId) : undefined,
      isDisabled === undefined ? undefined : isDisabled ? isNotNull(staff.disabledAt) : isNull(staff.disabledAt),
    )
    return pageOf(db, selectAccounts(db), { where, order: [desc(staff.id)], query, present: presentAccount })
  }),

  handle(api.createStaff, ({ body: { merchantId = null, ...account }, ...handled }) =>
    createAccount(handled, { ...account, merchantId }),
  ),

  handle(api.resetStaff, resetAccount),

  handle(api.disableStaff, disableAccount),

  // The role of an owner or a senior operator applies from the next call.
  handle(api.promoteStaff, ({ params: { id: staffId }, body: { isLead, revision: seen }, staff: actor, db, now }) =>
    db.transaction(async (tx) => {
      const account = await lockManaged(tx, { staffId, seen, actor, now }, 'promote')
      if (isLead !== account.isLead) {
        await updateAccount(tx, staffId, { isLead })
        const rank = account.kind === 'operator' ? '运营主管' : '店主'
        const summary = `${isLead ? '设为' : '取消'}${rank}${nameOf(account)}`
        const action = isLead ? ('staff.promote' as const) : ('staff.degrade' as const)
        await recordAuditEvent(tx, { actorId: actor.id, action, objectId: staffId, summary, now })
      }
      return presentAccount(await findAccount(tx, staffId))
    }),
  ),
])
