import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { type Config, ConfigError } from '../../../../config.ts'
import { KeyRefused, readCertificates, readPrivateKey, readPublicKey } from './read-key.ts'

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
