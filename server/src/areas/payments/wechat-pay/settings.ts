import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { type Config, ConfigError } from '../../../config.ts'
import { KeyRefused, readCertificates, readPrivateKey, readPublicKey } from './read-key.ts'

/** What WeChat Pay is used with. Keys are key objects, so that printing them shows nothing. */
export type WechatPaySettings = {
  appId: string
  mchId: string
  /** The serial number of the merchant's own certificate, with whose key we sign. */
  serialNo: string
  privateKey: KeyObject
  /** The 32 bytes under which notifications are encrypted. */
  apiV3Key: KeyObject
  publicKeyId: string
  /** Whose signatures are believed, by the serial that they come with: the public key, and any platform certificate. */
  publicKeys: Readonly<Record<string, KeyObject>>
  notifyUrl: string
  /** Where WeChat Pay is; absent: its own address. */
  baseUrl: string | undefined
}

/**
 * The settings that WECHATPAY_* and WECHAT_APP_ID stand for, their keys read; absent where WeChat Pay is not configured.
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
