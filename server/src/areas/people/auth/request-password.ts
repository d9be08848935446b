import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { type PasswordRequestForm, passwordRequestFaults } from '@paidang/domain/areas/auth/password-request'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { insertPasswordRequest } from './password-request-queries.ts'
import { findCredentials } from './queries.ts'
import { countFailureIn, limitsOfRequest } from './tries.ts'

/**
 * Requests a new password from the operators for a user who forgot it. The owner of the account is notified. The answer
 * does not reveal whether the account exists. A request that already waits keeps its first content.
 *
 * @param db no transaction: the request stays counted although the call is refused
 * @throws ApiError request_account_missing, request_contact_missing, request_proof_missing, password_requests_too_many
 * Source: decision record 030
 */
export async function requestPassword(
  db: Database,
  { address, now, ...form }: PasswordRequestForm & { address: string; now: Date },
): Promise<void> {
  const [fault] = Object.values(passwordRequestFaults(form))
  if (fault) throw new ApiError(fault)
  const account = form.account.trim()
  const left = await countFailureIn(db, limitsOfRequest(plainUsername(account), address), now)
  if (left.some(({ tries }) => tries < 0)) throw new ApiError('password_requests_too_many')
  const found = await findCredentials(db, account)
  if (!found) return
  const { userId } = found
  const asked = { userId, account, contact: form.contact.trim(), proof: form.proof.trim(), now }
  await db.transaction(async (tx) => {
    if (!(await insertPasswordRequest(tx, asked))) return
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '有人申请找回密码',
      content: '客服收到了找回您账号密码的申请，核实后才会处理。如非本人操作，请联系客服',
      about: { kind: 'account', id: userId },
    })
  })
}
