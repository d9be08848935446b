import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault } from '@paidang/domain/areas/auth/credentials'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { guardLogIn } from '../../people/auth/guard-log-in.ts'
import { hashPassword } from '../../people/auth/password.ts'
import { accountOfStaff, limitOfOwn } from '../../people/auth/tries.ts'
import { endStaffSessions, findAccount, replacePassword } from './account-queries.ts'

type Change = { oldPassword: string; newPassword: string; actor: StaffUser; now: Date }

/**
 * Changes the password of the caller, whose other log-ins end.
 *
 * @param db no transaction: a wrong old password stays counted, apart from those of the log-in
 * @throws ApiError password_weak, password_wrong (data: triesLeft), login_too_often
 * Source: decision record 021
 */
export async function changeOwnPassword(db: Database, { oldPassword, newPassword, actor, now }: Change): Promise<null> {
  const weak = passwordFault(newPassword)
  if (weak) throw new ApiError(weak)
  const own = await findAccount(db, actor.id)
  if (!own) throw new Error(`staff account ${actor.id} is gone`)
  const attempt = {
    find: async () => own,
    limitsOf: () => limitOfOwn(accountOfStaff(actor.id)),
    password: oldPassword,
    now,
  }
  await guardLogIn(db, { ...attempt, wrong: 'password_wrong' }, async (tx, { passwordHash: from }) => {
    const to = await hashPassword(newPassword)
    if (!(await replacePassword(tx, { id: actor.id, from, to }))) throw new ApiError('password_wrong')
    await endStaffSessions(tx, { staffId: actor.id, sparedId: actor.sessionId, now })
  })
  return null
}
