import { createDecipheriv } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { WechatPhone } from './wechat-client.ts'

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
