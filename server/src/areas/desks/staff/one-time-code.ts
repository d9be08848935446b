import { createHmac, randomBytes } from 'node:crypto'

/** Source: RFC 6238 with the values that every authenticator app has: SHA-1, 30 seconds, six digits. */
const STEP_MS = 30_000
const DIGITS = 6
/** The previous and the next code count too, because clocks differ and people type slowly. */
const DRIFT_STEPS = [0, -1, 1]
/** Source: RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20
/** Source: RFC 4648, section 6 */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_OF_SIGN = 5
const BITS_OF_BYTE = 8

/** Creates a secret for an authenticator app, in base32 so that people can type it. */
export function makeSecret(): string {
  const bits = [...randomBytes(SECRET_BYTES)].map((byte) => byte.toString(2).padStart(BITS_OF_BYTE, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((sign) => BASE32[Number.parseInt(sign, 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(BITS_OF_SIGN, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a half-minute. `step` counts half-minutes since 1970. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = (mac[mac.length - 1] ?? 0) & 0xf
  const number = mac.readUInt32BE(at) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Finds the half-minute of a code near `now`. Undefined for any other code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / STEP_MS)
  return DRIFT_STEPS.map((drift) => present + drift).find((step) => codeOf(secret, step) === code)
}

/** The address in the QR code for an authenticator app. Source: the key URI format of Google Authenticator */
export function secretAddress(secret: string, account: string): string {
  const issuer = encodeURIComponent('拍档')
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}`
}
