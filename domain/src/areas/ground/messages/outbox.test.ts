import { expect, test } from 'vitest'
import { NOT_SENT, outboxStateOf, reasonOfFailure } from './outbox.ts'

const AT = new Date('2026-11-20T04:00:00Z')

test.each([
  [{ sentAt: null, givenUpAt: null, lastError: null }, 'WAITING'],
  [{ sentAt: null, givenUpAt: null, lastError: 'busy' }, 'FAILING'],
  [{ sentAt: null, givenUpAt: AT, lastError: 'busy' }, 'GIVEN_UP'],
  [{ sentAt: AT, givenUpAt: null, lastError: null }, 'SENT'],
] as const)('%j is %s', (row, state) => {
  expect(outboxStateOf(row)).toBe(state)
})

test('every recorded failure has a reason in Chinese', () => {
  expect(reasonOfFailure('WeChat refused sendSubscribeMessage: 43101 user refuse to accept the msg')).toBe(
    '收件人没有同意接收这类消息',
  )
  expect(reasonOfFailure('WeChat refused sendSubscribeMessage: -1')).toBe('微信系统繁忙')
  expect(reasonOfFailure('WeChat refused sendSubscribeMessage: 50002 banned')).toBe('微信拒绝发送（50002）')
  expect(reasonOfFailure(NOT_SENT.READ)).toBe('已在应用里读过，不再发送')
  expect(reasonOfFailure('TimeoutError: no answer')).toBe('没有得到微信的答复')
  for (const reason of Object.values(NOT_SENT)) expect(reasonOfFailure(reason)).not.toMatch(/[a-z]|没有得到微信的答复/)
})
