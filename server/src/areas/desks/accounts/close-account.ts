import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { withholdText } from '../../ground/content/submit-text.ts'
import { forgetMessages } from '../../ground/messages/forget-messages.ts'
import { dropSessionKey } from '../../ground/wechat/session-keys.ts'
import { endAdjustments } from '../../money/cards/end-adjustments.ts'
import { withPassword } from '../../people/auth/ask-password.ts'
import { endSessionsOf } from '../../people/auth/end-sessions.ts'
import { leaveAllCompanies } from '../../places/companies/leave-all-companies.ts'
import { findBlockers } from './closing-blockers.ts'
import { lockOpenUser } from './closing-queries.ts'
import { anonymise, forgetPersonal } from './forget-queries.ts'

/**
 * Closes the caller's account permanently. Personal data are deleted; what accounting needs stays without a name. A
 * concurrent action on the account either blocks the closing here, or the database refuses it.
 *
 * @param db no transaction: a wrong password stays counted
 * @throws ApiError password_incorrect, login_too_often, account_unsettled (data: blockers), session_expired
 * Source: decision record 017
 */
export async function closeAccount(
  db: Database,
  { actorId, password, now }: { actorId: string; password?: string; now: Date },
): Promise<null> {
  await withPassword(db, { userId: actorId, password, now }, async (tx) => {
    if (!(await lockOpenUser(tx, actorId))) throw new ApiError('session_expired')
    await leaveAllCompanies(tx, { actorId, now })
    const blockers = await findBlockers(tx, { userId: actorId, now })
    if (blockers.length > 0) throw new ApiError('account_unsettled', { data: { blockers } })
    await endAdjustments(tx, { userId: actorId, now })
    await forgetMessages(tx, actorId)
    await dropSessionKey(tx, actorId)
    await withholdText(tx, actorId)
    await forgetPersonal(tx, actorId)
    await endSessionsOf(tx, { userId: actorId, because: 'account closed', now })
    await anonymise(tx, actorId, now)
  })
  return null
}
