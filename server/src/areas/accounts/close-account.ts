import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { withPassword } from '../auth/ask-password.ts'
import { endSessionsOf } from '../auth/end-sessions.ts'
import { endAdjustments } from '../cards/end-adjustments.ts'
import { leaveAllCompanies } from '../companies/leave-all-companies.ts'
import { withholdWords } from '../content/say-words.ts'
import { forgetMessages } from '../messages/forget-messages.ts'
import { dropSessionKey } from '../wechat/keep-session-key.ts'
import { findBlockers } from './closing-blockers.ts'
import { lockOpenUser } from './closing-queries.ts'
import { anonymise, forgetPersonal } from './forget-queries.ts'

/**
 * Closes the caller's account for good: what is personal goes, what accounting needs stays without a name. Whoever begins
 * something with the account at the same moment is either seen here, or refused by the database.
 *
 * @param db no transaction: a wrong password stays counted
 * @throws ApiError password_incorrect, login_too_often, account_unsettled (data: blockers), session_expired
 * Source: decision record 017
 */
export async function closeAccount(
  db: Database,
  { by, password, now }: { by: string; password?: string; now: Date },
): Promise<null> {
  await withPassword(db, { userId: by, password, now }, async (tx) => {
    if (!(await lockOpenUser(tx, by))) throw new ApiError('session_expired')
    await leaveAllCompanies(tx, { by, now })
    const blockers = await findBlockers(tx, { userId: by, now })
    if (blockers.length > 0) throw new ApiError('account_unsettled', { data: { blockers } })
    await endAdjustments(tx, { userId: by, now })
    await forgetMessages(tx, by)
    await dropSessionKey(tx, by)
    await withholdWords(tx, by)
    await forgetPersonal(tx, by)
    await endSessionsOf(tx, { userId: by, because: 'account closed', now })
    await anonymise(tx, by, now)
  })
  return null
}
