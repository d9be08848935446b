import { createCipheriv, createPrivateKey, randomBytes, sign } from 'node:crypto'
import { PLATFORM_PRIVATE_KEY, WECHAT_PRIVATE_KEY } from './test-keys.ts'

/** The serial number of the platform certificate for tests. */
const PLATFORM_SERIAL_NO = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'

/**
 * The properties of a test notification. By default it is valid: signed now with the WeChat Pay public key's pair, with
 * a new id. `content` replaces fields of the encrypted content before it is signed.
 */
export type NotificationWish = {
  eventId?: string
  eventType?: string
  content?: object
  signedWith?: 'PUBLIC_KEY' | 'PLATFORM_CERTIFICATE'
  /** How many seconds ago it was signed; negative is in the future. */
  ageSeconds?: number
  flaw?:
    | 'BAD_SIGNATURE'
    | 'PROBE'
    | 'STRANGE_SERIAL'
    | 'SERIAL_OF_THE_OTHER_KEY'
    | 'BODY_CHANGED'
    | 'CIPHERTEXT_CHANGED'
    | 'OTHER_KEY'
    | 'NO_JSON'
}

type Writer = { apiV3Key: string; publicKeyId: string; now: () => Date }

/** Encrypts and signs a notification as WeChat Pay does. It follows the rules with node:crypto, without the library. */
export function writeNotification(
  eventType: string,
  content: object,
  { flaw, signedWith = 'PUBLIC_KEY', ageSeconds = 0, ...wish }: NotificationWish,
  { apiV3Key, publicKeyId, now }: Writer,
): { headers: Record<string, string>; body: Buffer } {
  const key = flaw === 'OTHER_KEY' ? 'k'.repeat(32) : apiV3Key
  const envelope = {
    id: wish.eventId ?? randomBytes(16).toString('hex'),
    create_time: now().toISOString(),
    resource_type: 'encrypt-resource',
    event_type: wish.eventType ?? eventType,
    summary: '支付成功',
    resource: encrypt(JSON.stringify({ ...content, ...wish.content }), key, flaw === 'CIPHERTEXT_CHANGED'),
  }
  const text = flaw === 'NO_JSON' ? 'no json' : JSON.stringify(envelope)
  const timestamp = String(Math.floor(now().getTime() / 1000) - ageSeconds)
  const nonce = randomBytes(16).toString('hex')
  const [pem, serial, otherSerial] =
    signedWith === 'PUBLIC_KEY'
      ? [WECHAT_PRIVATE_KEY, publicKeyId, PLATFORM_SERIAL_NO]
      : [PLATFORM_PRIVATE_KEY, PLATFORM_SERIAL_NO, publicKeyId]
  const message = `${timestamp}\n${flaw === 'BAD_SIGNATURE' ? 'another nonce' : nonce}\n${text}\n`
  const signature = sign('RSA-SHA256', Buffer.from(message), createPrivateKey(pem)).toString('base64')
  return {
    headers: {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial':
        flaw === 'STRANGE_SERIAL'
          ? 'PUB_KEY_ID_0000000000000000'
          : flaw === 'SERIAL_OF_THE_OTHER_KEY'
            ? otherSerial
            : serial,
      'wechatpay-signature': flaw === 'PROBE' ? `WECHATPAY/SIGNTEST/${signature}` : signature,
    },
    // The same content to a JSON parser, but other bytes than those signed.
    body: Buffer.from(flaw === 'BODY_CHANGED' ? text.replace('{', '{ ') : text),
  }
}

function encrypt(plaintext: string, key: string, change: boolean) {
  const nonce = randomBytes(6).toString('hex')
  const associatedData = 'transaction'
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associatedData))
  const bytes = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
  if (change) bytes.writeUInt8((bytes.readUInt8(0) + 1) % 256, 0)
  return {
    original_type: 'transaction',
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    associated_data: associatedData,
    nonce,
  }
}
