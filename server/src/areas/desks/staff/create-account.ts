import type { StaffAccount } from '@paidang/api/areas/staff-accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername, usernameFault } from '@paidang/domain/areas/auth/credentials'
import { mayCreate } from '@paidang/domain/areas/auth/staff-account'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { hashPassword } from '../../people/auth/password.ts'
import { hasMerchant, insertAccount } from './account-queries.ts'
import { firstPassword } from './first-password.ts'
import { readAccount } from './present-account.ts'

type NewAccount = {
  username: string
  nickname: string
  /** Null for an operator. */
  merchantId: string | null
  isLead: boolean
}

/**
 * Creates an account of the operators' console, with a password that only this answer contains.
 *
 * @throws ApiError action_forbidden, username_missing, username_invalid, staff_name_missing, merchant_not_found,
 * username_taken
 * Source: decision record 021
 */
export async function createAccount(
  db: Database,
  { account, actor, now }: { account: NewAccount; actor: StaffUser; now: Date },
): Promise<{ account: StaffAccount; password: string }> {
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
    if (merchantId !== null && !(await hasMerchant(tx, merchantId))) throw new ApiError('merchant_not_found')
    const kind = merchantId === null ? ('operator' as const) : ('merchant' as const)
    const row = { kind, username, passwordHash, passwordBy: actor.id, nickname, merchantId, isLead, createdAt: now }
    const made = await insertAccount(tx, row)
    if (!made) throw new ApiError('username_taken')
    const summary = `新增员工账号「${nickname}（${username}）」`
    await recordAuditEvent(tx, { actorId: actor.id, action: 'staff.create', objectId: made.id, summary, now })
    return { account: await readAccount(tx, made.id), password }
  })
}
