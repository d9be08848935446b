import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encryptAsWechat, phoneContent } from '../../../testing/wechat-stand-in.ts'
import { openEncrypted, openPhone } from './read-phone.ts'

const KEY = 'tiihtNczf5v6AKRyjwEUhQ=='
const OTHER_KEY = 'b3RoZXIga2V5IG9mIDE2Yg=='
const APP_ID = 'wx4f4bc4dec97d474b'
const NOW = new Date('2026-05-01T12:00:00+08:00')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const phone = (over: { appid?: string; at?: Date; countryCode?: string } = {}) =>
  encryptAsWechat(KEY, phoneContent('13800000001', { appid: APP_ID, at: NOW, ...over }))
const open = (encrypted: { encryptedData: string; iv: string }, sessionKey = KEY) =>
  openPhone(encrypted, { sessionKey, appId: APP_ID, now: NOW })

/** The example in WeChat's documents: a user's profile. */
const DOCUMENTED = {
  iv: 'r7BXXKkLb8qrSNn05n0qiA==',
  encryptedData:
    'CiyLU1Aw2KjvrjMdj8YKliAjtP4gsMZMQmRzooG2xrDcvSnxIMXFufNstNGTyaGS9uT5geRa0W4oTOb1WT7fJlAC+oNPdbB+3hVbJSRgv+4lGOETKUQz6OYStslQ142dNCuabNPGBzlooOmB231qMM85d2/fV6ChevvXvQP8Hkue1poOFtnEtpyxVLW1zAo6/1Xx1COxFvrc2d7UL/lmHInNlxuacJXwu0fjpXfz/YqYzBIBzD6WUfTIF9GRHpOn/Hz7saL8xz+W//FRAUid1OksQaQx4CMs8LOddcQhULW4ucetDf96JcR3g0gfRK4PC7E/r7Z6xNrXd2UIeorGj5Ef7b1pJAYB6Y5anaHqZ9J6nKEBvB4DnNLIVWSgARns/8wR2SiRS7MNACwTyrGvt9ts8p12PKFdlqYTopNHR1Vf7XjfhQlVsAJdNiKdYmYVoKlaRv85IfVunYzO0IKXsyl7JCUjCpoG20f0a04COwfneQAGGwd5oa+T8yO5hzuyDb/XcxxmK01EpqOyuxINew==',
}

test('the example of WeChat’s documents is decrypted', () => {
  expect(openEncrypted(KEY, DOCUMENTED)).toMatchObject({
    nickName: 'Band',
    watermark: { appid: APP_ID, timestamp: 1477314187 },
  })
})

test('the example contains no phone number', () => {
  expect(openPhone(DOCUMENTED, { sessionKey: KEY, appId: APP_ID, now: new Date(1477314187_000) })).toBeUndefined()
})

test('a number that was just encrypted for this app is read, with the country code when it is foreign', () => {
  expect(open(phone())).toEqual({ countryCode: '86', number: '13800000001' })
  expect(open(phone({ countryCode: '852' }))).toEqual({ countryCode: '852', number: '13800000001' })
})

test.each([
  [-300, true],
  [300, true],
  [-301, false],
  [301, false],
  [-86_400, false],
])('data encrypted %i seconds from now is decrypted: %s', (seconds, opens) => {
  expect(open(phone({ at: at(seconds) })) !== undefined).toBe(opens)
})

test('a number for another app, or encrypted with another key, is not read', () => {
  expect(open(phone({ appid: 'wx0000000000000001' }))).toBeUndefined()
  expect(open(phone(), OTHER_KEY)).toBeUndefined()
})

test.each([
  ['no base64', { encryptedData: 'not base64!' }],
  ['base64 of the web', { encryptedData: '-_-_' }],
  ['nothing', { encryptedData: '' }],
  ['half a block', { encryptedData: phone().encryptedData.slice(0, 12) }],
  ['a block less', { encryptedData: Buffer.from(phone().encryptedData, 'base64').subarray(0, -16).toString('base64') }],
  ['an iv of eight bytes', { iv: Buffer.alloc(8).toString('base64') }],
  ['no iv', { iv: '' }],
])('%s decrypts to nothing', (_what, over) => {
  expect(open({ ...phone(), ...over })).toBeUndefined()
})

test.each(['', 'a2V5', 'not base64!', Buffer.alloc(32).toString('base64')])('the key "%s" decrypts nothing', (key) => {
  expect(open(phone(), key)).toBeUndefined()
})

test.each([
  [{}],
  [{ watermark: { appid: APP_ID, timestamp: NOW.getTime() / 1000 } }],
  [{ purePhoneNumber: '13800000001', countryCode: '86' }],
  [
    {
      purePhoneNumber: "1' or '1'='1",
      countryCode: '86',
      watermark: { appid: APP_ID, timestamp: NOW.getTime() / 1000 },
    },
  ],
  [
    {
      purePhoneNumber: '13800000001',
      countryCode: '-1',
      watermark: { appid: APP_ID, timestamp: NOW.getTime() / 1000 },
    },
  ],
])('content of another shape is no number: %j', (content) => {
  expect(open(encryptAsWechat(KEY, content))).toBeUndefined()
})

test('any change of the encrypted data gives a number or nothing, and never an error', () => {
  const { encryptedData, iv } = phone()
  fc.assert(
    fc.property(
      fc.nat({ max: Buffer.from(encryptedData, 'base64').length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (place, mask) => {
        const bytes = Buffer.from(encryptedData, 'base64')
        bytes[place] = (bytes[place] ?? 0) ^ mask
        const opened = open({ encryptedData: bytes.toString('base64'), iv })
        if (opened) expect(opened).toMatchObject({ number: expect.stringMatching(/^\d{4,15}$/) })
      },
    ),
  )
})
