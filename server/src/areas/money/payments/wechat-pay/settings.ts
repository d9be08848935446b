import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Config, ConfigError } from '../../../../config.ts'
import { codeOf } from '../../../../process/error-parts.ts'

const PEM_BEGINS = '-----BEGIN '
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** A key that cannot be used. The message is Chinese, says what is wrong and repeats nothing of the key. */
class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
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
function readPrivateKey(given: string): KeyObject {
  return asRsa(readPem(given), createPrivateKey, '不是可用的 RSA 私钥')
}

/** @throws KeyRefused, also for a private key, although a public key could be derived from it */
function readPublicKey(given: string): KeyObject {
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

/** The settings of WeChat Pay. Keys are key objects, so printing the settings reveals none. */
export type WechatPaySettings = {
  appId: string
  mchId: string
  /** The serial number of the merchant's own certificate. Its key signs our requests. */
  serialNo: string
  privateKey: KeyObject
  /** The 32 bytes that encrypt notifications. */
  apiV3Key: KeyObject
  publicKeyId: string
  /** The keys whose signatures are trusted, by serial number: the public key, and any platform certificate. */
  publicKeys: Readonly<Record<string, KeyObject>>
  notifyUrl: string
  /** The address of WeChat Pay; undefined: its real address. */
  baseUrl: string | undefined
}

/**
 * Reads the settings from WECHATPAY_* and WECHAT_APP_ID, with their keys. Returns undefined if WeChat Pay is not
 * configured.
 *
 * @throws ConfigError with every key that cannot be used
 */
export function readWechatPaySettings(config: Pick<Config, 'wechat' | 'wechatPay'>): WechatPaySettings | undefined {
  const { wechat, wechatPay: given } = config
  if (!wechat || !given) return undefined

  const faults: string[] = []
  const read = <T>(name: string, reader: () => T): T | undefined => {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof KeyRefused)) throw error
      faults.push(`${name}：${error.message}`)
      return undefined
    }
  }
  const privateKey = read('WECHATPAY_PRIVATE_KEY', () => readPrivateKey(given.WECHATPAY_PRIVATE_KEY))
  const own = privateKey && createPublicKey(privateKey)
  const notOurs = <T extends KeyObject>(key: T): T => {
    if (own?.equals(key)) throw new KeyRefused('这是商户自己的密钥，应为微信支付的')
    return key
  }
  const publicKey = read('WECHATPAY_PUBLIC_KEY', () => notOurs(readPublicKey(given.WECHATPAY_PUBLIC_KEY)))
  const certificates = read('WECHATPAY_PLATFORM_CERTIFICATE', () => {
    const pem = given.WECHATPAY_PLATFORM_CERTIFICATE
    const keys = pem === undefined ? {} : readCertificates(pem)
    Object.values(keys).forEach(notOurs)
    return keys
  })
  if (!privateKey || !publicKey || !certificates) throw new ConfigError(faults)

  return {
    appId: wechat.WECHAT_APP_ID,
    mchId: given.WECHATPAY_MCH_ID,
    serialNo: given.WECHATPAY_SERIAL_NO,
    privateKey,
    apiV3Key: createSecretKey(given.WECHATPAY_API_V3_KEY, 'utf8'),
    publicKeyId: given.WECHATPAY_PUBLIC_KEY_ID,
    publicKeys: { ...certificates, [given.WECHATPAY_PUBLIC_KEY_ID]: publicKey },
    notifyUrl: given.WECHATPAY_NOTIFY_URL,
    baseUrl: given.WECHATPAY_BASE_URL,
  }
}
