import { expect, test } from 'vitest'
import { maskedPhone, placeOfAddress, regionText } from './address-format'
import { givenAddress, givenOffice } from './testing/given-address'

test('a phone number shows only its ends', () => {
  expect(['13800000001', '0512-65220000'].map(maskedPhone)).toEqual(['138****0001', '051****0000'])
})

test('a region leaves out levels without information', () => {
  expect(placeOfAddress(givenAddress())).toBe('上海市 徐汇区 龙腾大道 2350 号 3 幢 502')
  expect(regionText(givenOffice())).toBe('江苏省 苏州市 姑苏区')
  expect(regionText({ province: '河南省', city: '省直辖县', district: '济源市' })).toBe('河南省 济源市')
})
