import { ApiError } from '@paidang/api/catalogue/errors'
import { expect, test } from 'vitest'
import { EMPTY_REGISTER, fieldOfRefusal, registerFaults, registerForm } from './register-draft'

const DRAFT = { username: 'linzhixia', password: 'Tennis2026', again: 'Tennis2026', nickname: '林知夏', phone: '' }

test('a name, a password and a nickname are enough', () => {
  expect(registerFaults(DRAFT)).toEqual({})
  expect(registerForm(DRAFT)).toEqual({ username: 'linzhixia', password: 'Tennis2026', nickname: '林知夏' })
})

test('an empty form lacks all required fields, and needs no phone number', () => {
  expect(registerFaults(EMPTY_REGISTER)).toEqual({
    username: 'username_missing',
    password: 'password_weak',
    nickname: 'nickname_missing',
  })
})

test.each([
  ['username', '12345678', 'username_invalid'],
  ['password', 'onlyletters', 'password_weak'],
  ['nickname', '   ', 'nickname_missing'],
  ['phone', '12345678901', 'phone_invalid'],
] as const)('%s %s is refused as %s', (field, text, code) => {
  expect(registerFaults({ ...DRAFT, [field]: text })).toEqual({ [field]: code })
})

test.each([' 13800000001 ', '138 0000 0001', '+86 138-0000-0001'])(
  'a phone number is sent without separators: %s',
  (phone) => {
    expect(registerFaults({ ...DRAFT, phone })).toEqual({})
    expect(registerForm({ ...DRAFT, phone })).toMatchObject({ phone: '13800000001' })
  },
)

test('a refusal of the server is shown at the field it is about', () => {
  expect(fieldOfRefusal(new ApiError('username_taken'))).toBe('username')
  expect(fieldOfRefusal(new ApiError('phone_taken'))).toBe('phone')
  expect(fieldOfRefusal(new ApiError('registrations_too_many'))).toBeUndefined()
})
