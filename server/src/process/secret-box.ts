import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets, so that the database alone does not reveal them. */
export type SecretBox = {
  seal(content: string | Buffer): string
  /** Undefined for a text that was not sealed here, or under another secret of the server. */
  open(sealed: string): string | undefined
  openBytes(sealed: string): Buffer | undefined
  /** A keyed hash: the same for the same text, and useless without the key. */
  hash(text: string): string
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Creates a box under one secret of the server. Boxes with another `purpose` cannot open each other's texts. */
export function createSecretBox(secret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
  const openBytes = (sealed: string): Buffer | undefined => {
    const bytes = Buffer.from(sealed, 'base64url')
    // The decoder skips what is no whole byte, so a text that was changed there would be read as well.
    if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }
  return {
    seal(content) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const sealed = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    openBytes,
    open: (sealed) => openBytes(sealed)?.toString(),
    hash: (text) => createHmac('sha256', key).update(text).digest('base64url'),
  }
}
