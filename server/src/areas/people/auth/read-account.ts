import type { Account } from '@paidang/api/areas/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { AppUser } from '../../../http/session.ts'
import { maskedPhone } from '../profile/mask-phone.ts'
import { findAccount, findPasswordUsedUp } from './account-queries.ts'

/** Reads how the caller logs in, with the phone number masked. @throws ApiError user_not_found */
export async function readAccount(db: Database, actor: AppUser): Promise<Account> {
  const found = await findAccount(db, actor.id)
  if (!found) throw new ApiError('user_not_found')
  const { username, phone, phoneVerified, openId } = found
  const passwordUsedUp = (await findPasswordUsedUp(db, actor)) !== undefined
  return { username, phone: phone && maskedPhone(phone), phoneVerified, hasWechat: openId !== null, passwordUsedUp }
}
