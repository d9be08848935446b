import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/auth/credentials'
import { type PasswordRequestForm, passwordRequestFaults } from '@paidang/domain/areas/auth/password-request'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { insertPasswordRequest } from './password-request-queries.ts'
import { findCredentials } from './queries.ts'
import { countFailureIn, pursesOfRequest } from './tries.ts'

/**
 * Somebody who forgot a password asks the operators for another; whose account it is hears of it. Nothing in the answer tells
 * whether there is such an account; what waits already stays as it was first asked.
 *
 * @param db no transaction: what was asked stays counted although the call is refused
 * @throws ApiError request_account_missing, request_contact_missing, request_proof_missing, password_requests_too_many
 * Source: decision record 030
 */
export async function askForPassword(
  db: Database,
  { address, now, ...form }: PasswordRequestForm & { address: string; now: Date },
): Promise<void> {
  const [fault] = Object.values(passwordRequestFaults(form))
  if (fault) throw new ApiError(fault)
  const account = form.account.trim()
  const left = await countFailureIn(db, pursesOfRequest(plainUsername(account), address), now)
  if (left.some(({ tries }) => tries < 0)) throw new ApiError('password_requests_too_many')
  const found = await findCredentials(db, account)
  if (!found) return
  const { userId } = found
  const asked = { userId, account, contact: form.contact.trim(), proof: form.proof.trim(), now }
  await db.transaction(async (tx) => {
    if (!(await insertPasswordRequest(tx, asked))) return
    await tell(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '有人申请找回密码',
      content: '客服收到了找回您账号密码的申请，核实后才会处理。如非本人操作，请联系客服',
      about: { kind: 'account', id: userId },
    })
  })
}
