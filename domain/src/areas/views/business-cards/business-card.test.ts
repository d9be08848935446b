import { expect, test } from 'vitest'
import { CARD_LENGTHS, CARD_TEMPLATES, cardFaults, TEMPLATE_IDS, withoutContacts } from './business-card.ts'

const card = { name: '林知夏', title: '', company: '', phone: '', email: '', address: '', introduction: '' }

test('there are five templates with fixed ids', () => {
  expect(CARD_TEMPLATES.map(({ id }) => id)).toEqual([...TEMPLATE_IDS])
  expect(CARD_TEMPLATES.map(({ name }) => name)).toEqual(['经典紫', '海洋蓝', '日落橙', '森林绿', '樱花粉'])
})

/** Source: WCAG 2.2, relative luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(CARD_TEMPLATES)('white text is readable on every part of $name', ({ from, to }) => {
  for (const ground of [from, to]) expect(1.05 / (luminance(ground) + 0.05)).toBeGreaterThanOrEqual(4.5)
})

test('a card needs only a name', () => {
  expect(cardFaults(card)).toEqual({})
})

test.each([
  ['no name', { name: '' }, { name: 'missing' }],
  ['a blank name', { name: ' \u3000' }, { name: 'missing' }],
  ['the platform for a name', { name: '拍档官方客服' }, { name: 'official' }],
  ['the platform for a company', { company: '拍档平台' }, { company: 'official' }],
  ['a title that turns the text', { title: '\u202e教练' }, { title: 'hidden' }],
  ['half a number', { phone: '1380' }, { phone: 'phone' }],
  ['words for a number', { phone: '打我电话' }, { phone: 'phone' }],
  ['two numbers', { phone: '13800000001 / 13800000002' }, { phone: 'too_long' }],
  ['an address without a host', { email: 'lin@' }, { email: 'email' }],
  ['an address without a top', { email: 'lin@example' }, { email: 'email' }],
  ['an address that says something', { email: '约球找我@example.com' }, { email: 'email' }],
  ['an address with two signs', { email: 'lin@b@example.com' }, { email: 'email' }],
  ['a name of 21', { name: '林'.repeat(21) }, { name: 'too_long' }],
] as const)('%s is a fault of its field', (_case, change, faults) => {
  expect(cardFaults({ ...card, ...change })).toEqual(faults)
})

test.each(['系统工程师', '客服经理', '平台运营', '网球馆管理员', 'Admin'])('a title names any work: %s', (title) => {
  expect(cardFaults({ ...card, title })).toEqual({})
})

test.each(['13800000001', '+86 138-0000-0001', '021-6888 8888', '95588'])('%s is a valid phone number', (phone) => {
  expect(cardFaults({ ...card, phone })).toEqual({})
})

test('every text fits up to its last character, and blanks around it do not count', () => {
  const full = Object.fromEntries(Object.entries(CARD_LENGTHS).map(([field, length]) => [field, '字'.repeat(length)]))
  const filled = { ...card, ...full, phone: '1'.repeat(19), email: `${'l'.repeat(68)}@example.com` }
  expect(cardFaults(filled)).toEqual({})
  expect(cardFaults({ ...card, name: `  ${'林'.repeat(20)}  ` })).toEqual({})
})

test('the public part of a card is everything except the contact data of its owner', () => {
  const whole = {
    name: '林知夏',
    title: '双打',
    phone: '021-68888888',
    email: 'lin@example.com',
    address: '世纪大道 8 号',
  }
  expect(withoutContacts(whole)).toEqual({ name: '林知夏', title: '双打', phone: '', email: '', address: '' })
})
