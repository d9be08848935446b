import { createDecipheriv } from 'node:crypto'
import { ApiError } from '@paidang/api/catalogue/errors'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Database } from '../../../db/database.ts'
import { claimCode } from './codes.ts'
import { findSessionKey } from './session-keys.ts'
import { type WechatClient, type WechatPhone, WechatRefusal, WechatUnavailable } from './wechat-client.ts'

/** The result of the phone button: a code, or in older versions of WeChat the encrypted number. */
type PhoneProof = { code?: string; encryptedData?: string; iv?: string }

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

const BLOCK_BYTES = 16
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** The greatest age of encrypted data, and how far WeChat's clock may be ahead. In milliseconds. */
const MAX_AGE_MS = 300_000

const Phone = Type.Object({
  purePhoneNumber: Type.String({ pattern: '^\\d{4,15}$' }),
  countryCode: Type.Union([Type.String({ pattern: '^\\d{1,4}$' }), Type.Integer({ minimum: 1, maximum: 9999 })]),
  watermark: Type.Object({ appid: Type.String(), timestamp: Type.Integer() }),
})

type Encrypted = { encryptedData: string; iv: string }

/**
 * Decrypts data that WeChat encrypted with a user's session key; undefined for anything else. The encryption is
 * AES-128-CBC with PKCS#7. All three inputs are in base64, the content is JSON.
 * Source: WeChat documents, "signature"
 */
export function openEncrypted(sessionKey: string, { encryptedData, iv }: Encrypted): unknown {
  const [key, vector, data] = [bytesOf(sessionKey), bytesOf(iv), bytesOf(encryptedData)]
  if (key?.length !== BLOCK_BYTES || vector?.length !== BLOCK_BYTES || !data || data.length === 0) return undefined
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, vector)
    return JSON.parse(Buffer.concat([decipher.update(data), decipher.final()]).toString())
  } catch {
    return undefined
  }
}

/** The phone number that WeChat just encrypted for a user of this app; undefined for anything else. */
export function openPhone(
  encrypted: Encrypted,
  { sessionKey, appId, now }: { sessionKey: string; appId: string; now: Date },
): WechatPhone | undefined {
  const opened = openEncrypted(sessionKey, encrypted)
  if (!Value.Check(Phone, opened)) return undefined
  const { watermark, purePhoneNumber: number, countryCode } = opened
  const isFresh = Math.abs(now.getTime() - watermark.timestamp * 1000) <= MAX_AGE_MS
  return watermark.appid === appId && isFresh ? { countryCode: String(countryCode), number } : undefined
}

function bytesOf(base64: string): Buffer | undefined {
  return BASE64.test(base64) ? Buffer.from(base64, 'base64') : undefined
}
