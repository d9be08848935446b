import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { claimCode } from './codes.ts'
import { openPhone } from './open-encrypted.ts'
import { findSessionKey } from './session-keys.ts'
import { type WechatClient, type WechatPhone, WechatRefusal, WechatUnavailable } from './wechat-client.ts'

/** The result of the phone button: a code, or in older versions of WeChat the encrypted number. */
export type PhoneProof = { code?: string; encryptedData?: string; iv?: string }

const MAINLAND = '86'

/**
 * Returns the caller's phone number as confirmed by WeChat. It has eleven digits; a foreign number begins with + and
 * its country code. Every faulty proof gives the same error.
 *
 * @param db not a transaction, since WeChat may be asked
 * @throws ApiError phone_decryption_failed
 * Source: specification §7 "Auth", decision record 017
 */
export async function readPhone(
  db: Database,
  { wechat, proof, actorId, now }: { wechat: WechatClient; proof: PhoneProof; actorId: string; now: Date },
): Promise<string> {
  const { code, encryptedData, iv } = proof
  const phone = code
    ? await phoneOfCode(db, { wechat, code, now })
    : encryptedData && iv && (await phoneInData(db, { wechat, data: { encryptedData, iv }, actorId, now }))
  if (!phone) throw new ApiError('phone_decryption_failed')
  return phone.countryCode === MAINLAND ? phone.number : `+${phone.countryCode}${phone.number}`
}

async function phoneOfCode(
  db: Database,
  { wechat, code, now }: { wechat: WechatClient; code: string; now: Date },
): Promise<WechatPhone | undefined> {
  if (!(await claimCode(db, { kind: 'phone', code, now }))) return undefined
  return wechat.phoneOf(code).catch((error: unknown) => {
    if (error instanceof WechatRefusal || error instanceof WechatUnavailable) return undefined
    throw error
  })
}

async function phoneInData(
  db: Database,
  {
    wechat,
    data,
    actorId,
    now,
  }: { wechat: WechatClient; data: { encryptedData: string; iv: string }; actorId: string; now: Date },
): Promise<WechatPhone | undefined> {
  const sessionKey = await findSessionKey(db, actorId)
  const phone = sessionKey && openPhone(data, { sessionKey, appId: wechat.appId, now })
  if (!phone) return undefined
  // Only data that decrypts is stored, so nobody can fill the table with noise.
  return (await claimCode(db, { kind: 'data', code: data.encryptedData, now })) ? phone : undefined
}
