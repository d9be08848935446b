import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { claimCode } from './claim-code.ts'
import { openPhone } from './open-encrypted.ts'
import { findSessionKey } from './queries.ts'
import { type WechatClient, type WechatPhone, WechatRefusal, WechatUnavailable } from './wechat-client.ts'

/** What the phone button gave: a code, or in older versions of WeChat the number encrypted. */
export type PhoneProof = { code?: string; encryptedData?: string; iv?: string }

const MAINLAND = '86'

/**
 * The caller's phone number as WeChat vouches for it: eleven digits, with + and its country where that is another. Whatever
 * is wrong with the proof, the answer is one.
 *
 * @param db no transaction: WeChat may be asked
 * @throws ApiError phone_decryption_failed
 * Source: specification §7 "Auth", decision record 017
 */
export async function readPhone(
  db: Database,
  { wechat, proof, by, now }: { wechat: WechatClient; proof: PhoneProof; by: string; now: Date },
): Promise<string> {
  const { code, encryptedData, iv } = proof
  const phone = code
    ? await phoneOfCode(db, { wechat, code, now })
    : encryptedData && iv && (await phoneInData(db, { wechat, data: { encryptedData, iv }, by, now }))
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
    by,
    now,
  }: { wechat: WechatClient; data: { encryptedData: string; iv: string }; by: string; now: Date },
): Promise<WechatPhone | undefined> {
  const sessionKey = await findSessionKey(db, by)
  const phone = sessionKey && openPhone(data, { sessionKey, appId: wechat.appId, now })
  if (!phone) return undefined
  // Only what opens is written down, so that nobody fills the table with noise.
  return (await claimCode(db, { kind: 'data', code: data.encryptedData, now })) ? phone : undefined
}
