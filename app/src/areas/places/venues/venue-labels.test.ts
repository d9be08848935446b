import { expect, test } from 'vitest'
import {
  associationTag,
  isAsked,
  isUsable,
  isWaitingForPlatform,
  mayAsk,
  officialCity,
  placeText,
  whyNotUsable,
} from './venue-labels'

test.each([
  [0, 1, '待审核', false],
  [1, 1, '已通过', true],
  [2, 1, '已拒绝', false],
  [0, 0, '平台审核中', false],
  [1, 0, '平台审核中', false],
  [2, 0, '平台审核中', false],
  [0, 2, '平台未开放', false],
  [1, 2, '平台未开放', false],
  [2, 2, '平台未开放', false],
])('an association %i at a venue %i is %s, and usable: %s', (approveStatus, venueApproveStatus, text, usable) => {
  const standing = { approveStatus, venueApproveStatus }
  expect(associationTag(standing).text).toBe(text)
  expect(isUsable(standing)).toBe(usable)
  expect(isWaitingForPlatform(standing)).toBe(approveStatus === 1 && venueApproveStatus === 0)
  expect(whyNotUsable(standing) === undefined).toBe(venueApproveStatus === 1)
})

test('a coach may ask if there is no request yet, and after a refusal', () => {
  expect([undefined, { approveStatus: 0 }, { approveStatus: 1 }, { approveStatus: 2 }].map(mayAsk)).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(isAsked({ approveStatus: 0, isManager: false })).toBe(true)
  expect(isAsked({ approveStatus: 0, isManager: true })).toBe(false)
})

test('a district at the beginning of the address is not repeated', () => {
  expect(placeText({ district: '徐汇区', address: '徐汇区龙腾大道 1 号' })).toBe('徐汇区龙腾大道 1 号')
  expect(placeText({ district: '徐汇区', address: '龙腾大道 1 号' })).toBe('徐汇区 龙腾大道 1 号')
})

test.each([
  ['上海', '上海市'],
  [' 杭州 ', '杭州市'],
  ['上海市', '上海市'],
  ['延边朝鲜族自治州', '延边朝鲜族自治州'],
  ['', ''],
])('the city %s is shown as %s', (name, city) => {
  expect(officialCity(name)).toBe(city)
})
