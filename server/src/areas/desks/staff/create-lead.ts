import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername, usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { hashPassword } from '../../people/auth/password.ts'
import { firstPassword, insertAccount, nameOf, updateAccount } from './account-rows.ts'

/**
 * Creates a senior operator without a colleague who may do so: the first one, or one in place of those who are out of
 * reach. The password is one that its owner changes before moving money. The others keep their accounts.
 *
 * @returns the user name as stored, and the password, which only this answer contains
 * @throws ApiError username_missing, username_invalid, staff_name_missing, staff_lead_exists, username_taken
 */
export async function createLead(
  db: Database,
  {
    username: typed,
    nickname,
    isLeadLost,
    now,
  }: { username: string; nickname: string; isLeadLost: boolean; now: Date },
): Promise<{ username: string; password: string }> {
  const fault = usernameFault(typed)
  if (fault) throw new ApiError(fault)
  if (nickname.trim() === '') throw new ApiError('staff_name_missing')
  const username = plainUsername(typed)
  const password = firstPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    // Two that run at once must not both find that there is none.
    await tx.execute(sql`lock table ${staff} in share row exclusive mode`)
    const leads = and(eq(staff.kind, 'operator'), eq(staff.isLead, true), isNull(staff.disabledAt))
    const hasLead = (await tx.$count(staff, leads)) > 0
    if (hasLead && !isLeadLost) throw new ApiError('staff_lead_exists')
    const account = {
      kind: 'operator' as const,
      username,
      passwordHash,
      nickname: nickname.trim(),
      isLead: true,
      createdAt: now,
    }
    const made = await insertAccount(tx, account)
    // Whoever ran the command knows the password. No colleague gave it, so the account names itself.
    await updateAccount(tx, made.id, { passwordBy: made.id })
    const summary = `在服务器上新增运营主管${nameOf(made)}${hasLead ? '，原主管无法登录' : ''}`
    const action = hasLead ? ('staff.replace-lead' as const) : ('staff.create' as const)
    await recordAuditEvent(tx, { actorId: made.id, action, objectId: made.id, summary, now })
    return { username, password }
  })
}
