import { expect, test } from 'vitest'
import { draftFaults, isChanged } from './card-draft'
import { formOf } from './card-form'
import { givenCard } from './testing/given-card'

const begin = formOf(givenCard())

test('a valid card has no faults, also with empty contact fields', () => {
  expect(draftFaults(begin)).toEqual({})
  expect(draftFaults({ ...begin, phone: '', email: '', introduction: '' })).toEqual({})
})

test('each fault is reported with the name of its field', () => {
  const wrong = { ...begin, name: ' ', phone: '12', email: 'lin@', title: '教'.repeat(21) }
  expect(draftFaults(wrong)).toEqual({
    name: '请填写姓名',
    phone: '请填写正确的电话，例如 138 0000 0000',
    email: '请填写正确的邮箱，例如 me@example.com',
    title: '头衔最多 20 个字',
  })
})

test('a change of any part changes a draft, and undoing it resets that', () => {
  expect(isChanged(begin, { ...begin })).toBe(false)
  expect(isChanged(begin, { ...begin, templateId: 'pink' })).toBe(true)
  expect(isChanged(begin, { ...begin, avatar: 'public/avatars/1.webp' })).toBe(true)
})
