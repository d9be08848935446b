import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODES_PER_DAY, entryOf, PICTURE_FROM, plainCode, type Sends, secondsToWait, whyNotSend } from './phone-code.ts'

const NOW = 1_000_000_000
const first: Sends = { number: 1, address: 1, all: 1, lastAt: undefined }
const usual = { hasPicture: false, dailyLimit: 100, now: NOW }

test.each<[string, Partial<Sends>, Partial<typeof usual>, ReturnType<typeof whyNotSend>]>([
  ['the first', {}, {}, undefined],
  ['a second before the pause ends', { lastAt: NOW - 59_001 }, {}, 'code_sent_lately'],
  ['as the pause ends', { lastAt: NOW - 60_000 }, {}, undefined],
  ['a second after it', { lastAt: NOW - 61_000 }, {}, undefined],
  ['the second of the number', { number: 2 }, {}, undefined],
  ['the third of the number', { number: 3 }, {}, 'picture_needed'],
  ['the third with a picture', { number: 3 }, { hasPicture: true }, undefined],
  ['the tenth of the address', { address: 10 }, {}, undefined],
  ['the eleventh of the address', { address: 11 }, {}, 'picture_needed'],
  ['the last of the number', { number: 10 }, { hasPicture: true }, undefined],
  ['one more', { number: 11 }, { hasPicture: true }, 'codes_too_many'],
  ['the last of the address', { address: 50 }, { hasPicture: true }, undefined],
  ['one more of it', { address: 51 }, { hasPicture: true }, 'codes_too_many'],
  ['the last of the deployment', { all: 100 }, {}, undefined],
  ['one more of all', { all: 101 }, {}, 'codes_too_many'],
])('%s', (_case, sends, now, refusal) => {
  expect(whyNotSend({ ...first, ...sends }, { ...usual, ...now })).toBe(refusal)
})

const count = fc.integer({ min: 1, max: 200 })
const anySends = fc.record({
  number: count,
  address: count,
  all: count,
  lastAt: fc.option(fc.integer({ min: NOW - 120_000, max: NOW }), { nil: undefined }),
})

test('a picture opens what only a picture was missing for, and nothing else', () => {
  fc.assert(
    fc.property(anySends, count, (sends, dailyLimit) => {
      const [without, withPicture] = [false, true].map((hasPicture) =>
        whyNotSend(sends, { hasPicture, dailyLimit, now: NOW }),
      )
      expect(withPicture).toBe(without === 'picture_needed' ? undefined : without)
    }),
  )
})

test('no limit is passed, and a later send is never easier than an earlier one', () => {
  fc.assert(
    fc.property(anySends, count, fc.boolean(), (sends, dailyLimit, hasPicture) => {
      const asked = { hasPicture, dailyLimit, now: NOW }
      if (whyNotSend(sends, asked) !== undefined) {
        const later = { ...sends, number: sends.number + 1, address: sends.address + 1, all: sends.all + 1 }
        expect(whyNotSend(later, asked)).toBeDefined()
        return
      }
      expect(sends.number).toBeLessThanOrEqual(CODES_PER_DAY.number)
      expect(sends.address).toBeLessThanOrEqual(CODES_PER_DAY.address)
      expect(sends.all).toBeLessThanOrEqual(dailyLimit)
      if (!hasPicture) expect(sends.number).toBeLessThan(PICTURE_FROM.number)
      expect(sends.lastAt === undefined || NOW - sends.lastAt >= 60_000).toBe(true)
    }),
  )
})

test.each([
  [0, 60],
  [1, 60],
  [59_000, 1],
  [59_999, 1],
  [60_000, 0],
  [90_000, 0],
])('%i ms after a code the next one waits %i seconds', (passed, seconds) => {
  expect(secondsToWait(NOW, NOW + passed)).toBe(seconds)
})

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['１２３４５６', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['', undefined],
])('the typed code "%s" is %s', (typed, code) => {
  expect(plainCode(typed)).toBe(code)
})

test('every six digits are a code, however they are spaced', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), fc.nat(6), (number, at) => {
      const code = String(number).padStart(6, '0')
      expect(plainCode(`${code.slice(0, at)} ${code.slice(at)}`)).toBe(code)
    }),
  )
})

test('a proven number opens its own account, makes one where there is none, and asks where it was only claimed', () => {
  expect([undefined, { isVerified: true }, { isVerified: false }].map(entryOf)).toEqual(['CREATE', 'ENTER', 'ASK'])
})
