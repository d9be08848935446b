import { expect, test } from 'vitest'
import { linkOf, type PhoneHolder } from './phone-linking.ts'

const holder = (over: Partial<PhoneHolder> = {}): PhoneHolder => ({
  isCaller: false,
  isVerified: true,
  isProven: false,
  hasWechat: false,
  ...over,
})

test.each([
  ['nobody has it', true, undefined, 'TAKE'],
  ['he has it himself', true, holder({ isCaller: true, hasWechat: true }), 'TAKE'],
  ['he claimed it himself', false, holder({ isCaller: true, isVerified: false }), 'TAKE'],
  ['another only claims it', true, holder({ isVerified: false }), 'ASK'],
  ['another only claims it, who has a WeChat of his own', true, holder({ isVerified: false, hasWechat: true }), 'ASK'],
  ['an account without WeChat has it verified', true, holder(), 'BECOME'],
  ['another WeChat user has it verified', true, holder({ hasWechat: true }), 'REFUSE'],
  ['it is verified elsewhere, and he came with a password', false, holder(), 'REFUSE'],
  ['he has the password of who claims it', true, holder({ isVerified: false, isProven: true }), 'BECOME'],
  ['he has that, and came with a password', false, holder({ isVerified: false, isProven: true }), 'SWITCH'],
] as const)('a number that WeChat vouched for, when %s', (_when, hasWechat, who, link) => {
  expect(linkOf({ hasWechat, comesByCode: false }, who)).toBe(link)
})

test.each([
  ['only claims it', holder({ isVerified: false }), 'ASK'],
  ['claims it, with the password of that account', holder({ isVerified: false, isProven: true }), 'SWITCH'],
  [
    'claims it and has a WeChat, with its password',
    holder({ ...{ isVerified: false, isProven: true }, hasWechat: true }),
    'SWITCH',
  ],
  ['has it verified', holder(), 'BECOME'],
] as const)('a number that a WeChat user proved by a code, when another account %s', (_when, who, link) => {
  expect(linkOf({ hasWechat: true, comesByCode: true }, who)).toBe(link)
})
