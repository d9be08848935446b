import { createCipheriv, randomBytes } from 'node:crypto'

/** Encrypts data as WeChat does for a user, with their session key. */
export function encryptAsWechat(
  sessionKey: string,
  content: object,
  iv = randomBytes(16),
): { encryptedData: string; iv: string } {
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(sessionKey, 'base64'), iv)
  const encryptedData = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]).toString('base64')
  return { encryptedData, iv: iv.toString('base64') }
}

/** The content of an encrypted phone number. Default: a number of mainland China. */
export function phoneContent(
  number: string,
  { appid, at, countryCode = '86' }: { appid: string; at: Date; countryCode?: string },
): object {
  return {
    phoneNumber: countryCode === '86' ? number : `+${countryCode}${number}`,
    purePhoneNumber: number,
    countryCode,
    watermark: { appid, timestamp: Math.floor(at.getTime() / 1000) },
  }
}
