import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../../../config.ts'
import { readCertificates, readPem, readWechatPaySettings } from './settings.ts'
import {
  MERCHANT_PRIVATE_KEY,
  PLATFORM_CERTIFICATE,
  PLATFORM_PRIVATE_KEY,
  WECHAT_PRIVATE_KEY,
} from './testing/test-keys.ts'

const directory = mkdtempSync(join(tmpdir(), 'paidang-keys-'))
afterAll(() => rmSync(directory, { recursive: true }))
const file = join(directory, '商户 私钥.pem')
writeFileSync(file, MERCHANT_PRIVATE_KEY)

const publicPemOf = (privatePem: string) =>
  createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString()
const wechatPay = {
  WECHATPAY_MCH_ID: '1900000109',
  WECHATPAY_SERIAL_NO: '3775B6A45ACD588826D15E583A95F5DD00000001',
  WECHATPAY_PRIVATE_KEY: MERCHANT_PRIVATE_KEY,
  WECHATPAY_API_V3_KEY: 'k'.repeat(32),
  WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  WECHATPAY_PUBLIC_KEY: publicPemOf(WECHAT_PRIVATE_KEY),
  WECHATPAY_NOTIFY_URL: 'https://paidang.example/notify',
}
const settingsWith = (change: Record<string, string>) =>
  readWechatPaySettings({
    wechat: { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'hush' },
    wechatPay: { ...wechatPay, ...change },
  })

function faultsWith(change: Record<string, string>): readonly string[] {
  try {
    settingsWith(change)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test.each([
  ['as it is', MERCHANT_PRIVATE_KEY],
  ['with its line ends written out', MERCHANT_PRIVATE_KEY.replaceAll('\n', '\\n')],
  ['in base64', Buffer.from(MERCHANT_PRIVATE_KEY).toString('base64')],
  ['as a file', file],
])('a key is accepted %s', (_case, given) => {
  expect(readPem(given)).toBe(MERCHANT_PRIVATE_KEY)
})

test('one text may contain several certificates, each under its serial number', () => {
  expect(Object.keys(readCertificates(`${PLATFORM_CERTIFICATE}\n${PLATFORM_CERTIFICATE}`))).toEqual([
    '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  ])
})

describe('the settings', () => {
  test('trust the public key, and a platform certificate if one is given', () => {
    expect(Object.keys(settingsWith({})?.publicKeys ?? {})).toEqual(['PUB_KEY_ID_1'])
    const both = settingsWith({ WECHATPAY_PLATFORM_CERTIFICATE: PLATFORM_CERTIFICATE })
    expect(Object.keys(both?.publicKeys ?? {})).toContain('5157F09EFDC096DE15EBE81A47057A7232F1B8E1')
  })

  test('are absent if WeChat Pay is not configured', () => {
    expect(readWechatPaySettings({ wechat: undefined, wechatPay: undefined })).toBeUndefined()
  })

  test('show no secret when they are printed', () => {
    const printed = inspect(settingsWith({}), { depth: 9 }) + JSON.stringify(settingsWith({}))
    expect(printed).not.toContain('kkkk')
    expect(printed).not.toContain(MERCHANT_PRIVATE_KEY.split('\n')[1])
  })

  test('name all keys that cannot be used, in Chinese, and repeat none of their text', () => {
    const faults = faultsWith({
      WECHATPAY_PRIVATE_KEY: 'hunter2',
      WECHATPAY_PUBLIC_KEY: 'hunter2',
      WECHATPAY_PLATFORM_CERTIFICATE: 'hunter2',
    })
    expect(faults.map((fault) => fault.split('：')[0])).toEqual([
      'WECHATPAY_PRIVATE_KEY',
      'WECHATPAY_PUBLIC_KEY',
      'WECHATPAY_PLATFORM_CERTIFICATE',
    ])
    expect(faults.join()).not.toContain('hunter2')
  })

  const elliptic = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const broken = MERCHANT_PRIVATE_KEY.replace('MII', 'AAA')
  test.each([
    ['a key of another kind', { WECHATPAY_PRIVATE_KEY: elliptic.privateKey }, '不是可用的 RSA 私钥'],
    ['a public key of another kind', { WECHATPAY_PUBLIC_KEY: elliptic.publicKey }, '不是可用的 RSA 公钥'],
    ['a broken key', { WECHATPAY_PRIVATE_KEY: broken }, '不是可用的 RSA 私钥'],
    ['a public key for a private one', { WECHATPAY_PRIVATE_KEY: publicPemOf(WECHAT_PRIVATE_KEY) }, 'RSA 私钥'],
    ['a private key for a public one', { WECHATPAY_PUBLIC_KEY: PLATFORM_PRIVATE_KEY }, '这是私钥'],
    ['our own public key for theirs', { WECHATPAY_PUBLIC_KEY: publicPemOf(MERCHANT_PRIVATE_KEY) }, '商户自己的'],
    ['a key for a certificate', { WECHATPAY_PLATFORM_CERTIFICATE: publicPemOf(WECHAT_PRIVATE_KEY) }, '里面没有证书'],
  ])('refuse %s', (_case, change, reason) => {
    const faults = faultsWith(change)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(reason)
  })
})
