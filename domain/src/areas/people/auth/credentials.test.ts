import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMobile } from '../../../kernel/phone.ts'
import { passwordFault, plainUsername, usernameFault } from './credentials.ts'

test.each(['lin_xiaoman', 'abcd', '1234x', '_123', 'a'.repeat(32), ' Coach7 '])(
  '"%s" can be a user name',
  (username) => {
    expect(usernameFault(username)).toBeUndefined()
  },
)

test.each([
  ['', 'username_missing'],
  ['   ', 'username_missing'],
  ['abc', 'username_invalid'],
  ['a'.repeat(33), 'username_invalid'],
  ['13800000001', 'username_invalid'],
  ['1234', 'username_invalid'],
  ['lin-xiaoman', 'username_invalid'],
  ['lin xiaoman', 'username_invalid'],
  ['林小满小满', 'username_invalid'],
  ['ａｂｃｄ', 'username_invalid'],
  ['staff:lin', 'username_invalid'],
  ['abcd\n', undefined],
  ['ab\ncd', 'username_invalid'],
])('"%s" as a user name: %s', (username, fault) => {
  expect(usernameFault(username)).toBe(fault)
})

test('a valid user name is never a phone number, and stays valid in lower case', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_]{4,32}$/), (username) => {
      fc.pre(usernameFault(username) === undefined)
      expect(isMobile(username)).toBe(false)
      expect(usernameFault(plainUsername(username))).toBeUndefined()
      expect(plainUsername(username.toUpperCase())).toBe(plainUsername(username))
    }),
  )
})

test.each(['demo1234', 'ABCDEFG1', '1234567a', '密码密码密码a1', `a1${'x'.repeat(126)}`])(
  '"%s" can be a password',
  (password) => {
    expect(passwordFault(password)).toBeUndefined()
  },
)

test.each(['', 'a1', 'abcdefg1'.slice(0, 7), 'abcdefgh', '12345678', '密码密码密码密码1', `a1${'x'.repeat(127)}`])(
  '"%s" is too weak or too long',
  (password) => {
    expect(passwordFault(password)).toBe('password_weak')
  },
)

test('a mobile number in any spelling is one name', () => {
  for (const typed of ['138 0013 8000', '+86 138-0013-8000', '１３８００１３８０００', ' 13800138000 ']) {
    expect(plainUsername(typed)).toBe('13800138000')
  }
  expect(plainUsername(' Coach7 ')).toBe('coach7')
})
