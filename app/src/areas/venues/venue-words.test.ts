import { expect, test } from 'vitest'
import { isAsked, mayAsk, officialCity, placeText, standingTag } from './venue-words'

test.each([
  [0, 1, '待审核'],
  [1, 1, '已通过'],
  [2, 1, '已拒绝'],
  [1, 0, '平台审核中'],
  [1, 2, '平台未开放'],
])('an association %i at a venue %i is %s', (approveStatus, venueApproveStatus, text) => {
  expect(standingTag({ approveStatus, venueApproveStatus }).text).toBe(text)
})

test('one may ask where nothing stands yet, and after a refusal', () => {
  expect([undefined, { approveStatus: 0 }, { approveStatus: 1 }, { approveStatus: 2 }].map(mayAsk)).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(isAsked({ approveStatus: 0, isManager: false })).toBe(true)
  expect(isAsked({ approveStatus: 0, isManager: true })).toBe(false)
})

test('a district that the address begins with is not said twice', () => {
  expect(placeText({ district: '徐汇区', address: '徐汇区龙腾大道 1 号' })).toBe('徐汇区龙腾大道 1 号')
  expect(placeText({ district: '徐汇区', address: '龙腾大道 1 号' })).toBe('徐汇区 龙腾大道 1 号')
})

test.each([
  ['上海', '上海市'],
  [' 杭州 ', '杭州市'],
  ['上海市', '上海市'],
  ['延边朝鲜族自治州', '延边朝鲜族自治州'],
  ['', ''],
])('the city %s stands as %s', (name, city) => {
  expect(officialCity(name)).toBe(city)
})
