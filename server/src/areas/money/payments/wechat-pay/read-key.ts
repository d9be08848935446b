import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf } from '../../../../process/error-parts.ts'

const PEM_BEGINS = '-----BEGIN '
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** A key that cannot be used. The message is Chinese, says what is wrong and repeats nothing of the key. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

/**
 * Returns the text of a PEM file. `given` is the text itself, base64 of it, or the path of a file. The text may have
 * its line ends written as \n.
 *
 * @throws KeyRefused
 */
export function readPem(given: string): string {
  if (given.includes(PEM_BEGINS)) return given.replaceAll('\\n', '\n')
  const decoded = Buffer.from(given, 'base64').toString('utf8')
  if (decoded.startsWith(PEM_BEGINS)) return decoded
  let text: string
  try {
    text = readFileSync(given, 'utf8')
  } catch (error) {
    // A key pasted in another form also ends here, so the message never repeats the text.
    throw new KeyRefused(`既不是 PEM，也不是它的 base64，作为文件也无法读取（${codeOf(error)}）`)
  }
  if (!text.includes(PEM_BEGINS)) throw new KeyRefused('文件里没有 PEM')
  return text
}

/** @throws KeyRefused */
export function readPrivateKey(given: string): KeyObject {
  return asRsa(readPem(given), createPrivateKey, '不是可用的 RSA 私钥')
}

/** @throws KeyRefused, also for a private key, although a public key could be derived from it */
export function readPublicKey(given: string): KeyObject {
  const pem = readPem(given)
  if (pem.includes('PRIVATE KEY')) throw new KeyRefused('这是私钥，应为微信支付公钥')
  return asRsa(pem, createPublicKey, '不是可用的 RSA 公钥')
}

/** Returns the keys of one or several certificates, by serial number. @throws KeyRefused */
export function readCertificates(given: string): Record<string, KeyObject> {
  const pems = readPem(given).match(CERTIFICATES) ?? []
  if (pems.length === 0) throw new KeyRefused('里面没有证书')
  return Object.fromEntries(
    pems.map((pem) => {
      const key = asRsa(pem, createPublicKey, '不是可用的 RSA 证书')
      return [new X509Certificate(pem).serialNumber, key]
    }),
  )
}

function asRsa(pem: string, create: (pem: string) => KeyObject, otherwise: string): KeyObject {
  let key: KeyObject
  try {
    key = create(pem)
  } catch (error) {
    throw new KeyRefused(`${otherwise}（${codeOf(error)}）`)
  }
  if (key.asymmetricKeyType !== 'rsa') throw new KeyRefused(otherwise)
  return key
}
