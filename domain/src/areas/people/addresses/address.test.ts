import { expect, test } from 'vitest'
import { whyNotAddress } from './address.ts'

const address = { name: '林晓', phone: '13812345678', regionCode: '310115', detail: '世纪大道 1 号' }

test.each([
  ['a blank name', { name: ' 　' }, 'address_name_missing'],
  ['no phone', { phone: '' }, 'address_phone_invalid'],
  ['ten digits', { phone: '1381234567' }, 'address_phone_invalid'],
  ['twelve digits', { phone: '138123456789' }, 'address_phone_invalid'],
  ['a number that nobody has', { phone: '12012345678' }, 'address_phone_invalid'],
  ['a number among words', { phone: '电话13812345678' }, 'address_phone_invalid'],
  ['a masked number', { phone: '138****5678' }, 'address_phone_invalid'],
  ['no region', { regionCode: '' }, 'address_region_missing'],
  ['five digits of a region', { regionCode: '31011' }, 'address_region_missing'],
  ['a region that is no number', { regionCode: '31011x' }, 'address_region_missing'],
  ['a blank street', { detail: '  ' }, 'address_detail_missing'],
  [
    'everything at once, by its first fault',
    { name: '', phone: '', regionCode: '', detail: '' },
    'address_name_missing',
  ],
] as const)('refuses %s', (_case, fault, refusal) => {
  expect(whyNotAddress({ ...address, ...fault })).toBe(refusal)
})

test.each([
  ['a mobile number', '13812345678'],
  ['one with spaces about it', ' 19912345678 '],
  ['a landline of Shanghai', '021-60000001'],
  ['one without a hyphen', '02160000001'],
  ['a landline of a smaller place', '0512-6000001'],
])('takes %s', (_case, phone) => {
  expect(whyNotAddress({ ...address, phone })).toBeUndefined()
})
