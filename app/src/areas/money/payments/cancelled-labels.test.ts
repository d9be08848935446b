import { expect, test } from 'vitest'
import { givenOrder, givenPaid } from '../../views/cashier/testing/given-order'
import { cancelledText } from './cancelled-labels'

test.each([
  ['unpaid', givenOrder(), '取消成功，没有扣款'],
  ['paid by card', givenPaid({ method: 'CARD' }), '取消成功，¥48 已退回储值卡'],
  ['paid by WeChat', givenPaid({ method: 'WECHAT' }), '取消成功，¥48 将原路退回'],
  ['of which a part had gone back', givenPaid({ refundedFen: 800 }), '取消成功，¥40 已退回储值卡'],
])('an order that was %s', (_case, order, words) => {
  expect(cancelledText('取消成功', order)).toBe(words)
})
