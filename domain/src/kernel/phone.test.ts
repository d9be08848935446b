import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMobile, isPhone, MAX_TYPED_PHONE, maskMobiles, plainPhone } from './phone.ts'

test.each([
  '13800138000',
  '138 0013 8000',
  '138-0013-8000',
  '138–0013—8000',
  '138.0013.8000',
  ' 13800138000\n',
  '138\u00a00013\u30008000',
  '138\u200b0013\u20098000',
  '\u202d138 0013 8000\u202c',
  '+8613800138000',
  '+86 138 0013 8000',
  '+86-138-0013-8000',
  '(+86) 138-0013-8000',
  '（+86）138 0013 8000',
  '＋86 138 0013 8000',
  '0086 138 0013 8000',
  '8613800138000',
  '１３８００１３８０００',
  '１３８－００１３－８０００',
])('a pasted mobile number becomes its digits: %j', (typed) => {
  expect(typed.length).toBeLessThanOrEqual(MAX_TYPED_PHONE)
  expect(plainPhone(typed)).toBe('13800138000')
  expect(isMobile(plainPhone(typed))).toBe(true)
})

test.each([
  ['021-6888 8888', '021-68888888'],
  ['021—68888888', '021-68888888'],
  ['（021）68888888', '02168888888'],
  ['+86 21 6888 8888', '02168888888'],
  ['+86-21-68888888', '021-68888888'],
  ['+86 10 6234 5678', '01062345678'],
  ['0086 10 62345678', '01062345678'],
  ['+86 010 6234 5678', '01062345678'],
  ['+86-10-62345678', '010-62345678'],
  ['+86-010-62345678', '010-62345678'],
  ['(+86)(010)6234-5678', '0106234-5678'],
  ['+86 (0)10 62345678-801', '01062345678-801'],
  ['010-62345678', '010-62345678'],
  ['+86 951 601 2345', '09516012345'],
  ['+86-955-7012345', '0955-7012345'],
  ['+86 800 820 8820', '8008208820'],
  ['+86 10086', '10086'],
  ['+86 1010 5678', '10105678'],
  ['+86 95013 000', '95013000'],
  ['+86 6234 5678', '62345678'],
  ['0086 (0)755-88886666', '0755-88886666'],
  ['400-820-8820', '400-820-8820'],
  ['+86 400 820 8820', '4008208820'],
  ['95588', '95588'],
  ['+852 9123 4567', '+85291234567'],
])('any other number keeps only its hyphens: %s', (typed, phone) => {
  expect(plainPhone(typed)).toBe(phone)
  expect(isPhone(phone)).toBe(true)
})

test.each([
  '打我电话',
  '13800000001 / 13800000002',
  '1380',
  '',
  '138 0013 80',
  '138001380001',
  '+8613',
  'a13800138000',
])('what is no mobile number does not become one: %s', (typed) => {
  expect(isMobile(plainPhone(typed))).toBe(false)
})

test.each(['打我电话', '13800000001/13800000002', '1380', '', '--12345', '12345--6', '1'.repeat(20)])(
  'is no phone number: %s',
  (phone) => {
    expect(isPhone(phone)).toBe(false)
  },
)

test('mobile numbers have 11 digits and begin with 13 to 19', () => {
  expect(['13800000001', '19912345678'].every(isMobile)).toBe(true)
  const wrong = [
    '12800000001',
    '1380000000',
    '138000000011',
    '+8613800000001',
    '138 0000 0001',
    '１３８００００００００１',
  ]
  expect(wrong.filter(isMobile)).toEqual([])
})

test('a plain number stays as it is', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[-+ ()0-9]{0,20}$/),
      (typed) => plainPhone(plainPhone(typed)) === plainPhone(typed),
    ),
  )
})

test('every spelling that becomes a mobile number is masked, and nothing of its digits stays', () => {
  const digit = (value: string) =>
    fc.constantFrom(value, ...[0xff10, 0x1d7ce, 0x1d7d8, 0x1d7ec].map((zero) => String.fromCodePoint(zero + +value)))
  const sign = fc.constantFrom(...'-−－–.．·()（） \t\u00a0\u2009\u202f\u3000\u200b\u202d')
  const signs = fc.string({ unit: sign, maxLength: 3 })
  const spelled = (number: string) =>
    fc.tuple(signs, ...[...number].flatMap((one) => [digit(one).map((it) => (one === '+' ? '＋' : it)), signs]))
  fc.assert(
    fc.property(
      fc.constantFrom('', '86', '0086').chain((country) => spelled(`${country}13712345678`)),
      (parts) => {
        const typed = parts.join('')
        expect(plainPhone(typed)).toBe('13712345678')
        expect(maskMobiles(typed).replace(/[^0-9*]/g, '')).toBe('1**********')
      },
    ),
  )
})

test.each([
  ['张三 137 1234 5678', '张三 1**********'],
  ['13712345678,+86-138-0013-8000', '1**********,1**********'],
  ['①③⑦①②③④⑤⑥⑦⑧', '1**********'],
  ['2 号场 １３７·１２３４·５６７８（微信）', '2 号场 1**********(微信)'],
])('a number within other words is masked: %s', (text, masked) => {
  expect(maskMobiles(text)).toBe(masked)
})

test.each(['137123456789', '213712345678', '12712345678', '２号场', '010-62345678', '2026-11-25'])(
  'what is no mobile number stays as it was typed: %s',
  (text) => {
    expect(maskMobiles(text)).toBe(text)
  },
)
