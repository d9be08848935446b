import { expect, test } from 'vitest'
import { givenAddress } from '../testing/given-address'
import { draftOf, EMPTY_DRAFT, faultsOf, formOf, isChanged, withWechat } from './address-draft'
import * as regions from './regions'

const home = draftOf(givenAddress())

test('each field is checked for itself', () => {
  expect(faultsOf(home)).toEqual({})
  expect(faultsOf(EMPTY_DRAFT)).toEqual({
    name: 'address_name_missing',
    phone: 'address_phone_invalid',
    regionCode: 'address_region_missing',
    detail: 'address_detail_missing',
  })
  expect(faultsOf({ ...home, phone: '1380000' })).toEqual({ phone: 'address_phone_invalid' })
  expect(faultsOf({ ...home, detail: '  ' })).toEqual({ detail: 'address_detail_missing' })
})

test('any difference changes a draft, and it is sent without surrounding blanks', () => {
  expect(isChanged(home, { ...home })).toBe(false)
  expect(isChanged(home, { ...home, isDefault: false })).toBe(true)
  expect(formOf({ ...home, name: ' 林知夏 ' })).toEqual(formOf(home))
})

test('the address from WeChat is filled in; a region that is not found remains to be chosen', () => {
  const known = {
    name: '陈默',
    phone: '13900000002',
    nationalCode: '440305',
    province: '广东省',
    city: '深圳市',
    district: '南山区',
    detail: '科技园路 1 号',
  }
  const filled = { name: '陈默', phone: '13900000002', regionCode: '440305', detail: '科技园路 1 号', isDefault: true }
  expect(withWechat(home, known, regions)).toEqual(filled)
  expect(withWechat(home, { ...known, nationalCode: '', district: '某区' }, regions).regionCode).toBe('')
})
