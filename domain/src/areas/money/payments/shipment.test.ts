import { expect, test } from 'vitest'
import { carrierIdOf, maskedContact, NOT_UPLOADED, nextLook, reasonOfNotUploaded, shipsAtOnce } from './shipment.ts'

test('only a parcel and a racket ship later than their payment', () => {
  const kinds = ['BALL_PUBLISH', 'BALL_SEAT', 'BALL_SWAP', 'CARD_TOP_UP', 'STRINGING', 'SHOP'] as const
  expect(kinds.map(shipsAtOnce)).toEqual([true, true, true, true, false, false])
})

const carriers = [
  { id: 'SF', name: '顺丰速运' },
  { id: 'ZTO', name: '中通快递' },
  { id: 'ZTOKY', name: '中通快运' },
  { id: 'YTO', name: '圆通速递' },
  { id: 'EMS', name: 'EMS' },
]

test.each([
  ['顺丰速运', 'SF'],
  ['顺丰', 'SF'],
  ['圆通快递', 'YTO'],
  ['ems', 'EMS'],
  ['中通快运', 'ZTOKY'],
  // Two carriers have this name, so it is ambiguous.
  ['中通', undefined],
  ['丹鸟', undefined],
])('%s means the carrier %s', (name, id) => {
  expect(carrierIdOf(name, carriers)).toBe(id)
})

test.each([
  ['13812345678', '138****5678'],
  ['85221234', '****1234'],
])('%s is uploaded as %s', (phone, told) => {
  expect(maskedContact(phone)).toBe(told)
})

test('a receipt is checked once a day for a month', () => {
  const shippedAt = new Date('2026-05-01T12:00:00+08:00')
  expect(nextLook(shippedAt, new Date('2026-05-03T12:00:00+08:00'))).toEqual(new Date('2026-05-04T12:00:00+08:00'))
  expect(nextLook(shippedAt, new Date('2026-06-01T12:00:00+08:00'))).toBeNull()
})

test.each([
  ['WeChat refused /wxa/sec/order/upload_shipping_info: 10060001 no such order', '微信没有这笔支付单'],
  ['WeChat refused /wxa/sec/order/upload_shipping_info: 47001 data format error', '微信拒绝接收（47001）'],
  [NOT_UPLOADED.CARRIER_UNKNOWN, '微信不认得这家快递公司'],
  ['WeChat could not be asked: TimeoutError', '没有得到微信的答复'],
])('%s reads %s', (lastError, words) => {
  expect(reasonOfNotUploaded(lastError)).toBe(words)
})
