import { beforeEach, expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { askToSubscribe } from './subscribe.weapp'

const ask = vi.fn()
beforeEach(() => {
  ask.mockReset()
  Object.assign(Taro, { requestSubscribeMessage: ask })
})

test('each template reports its own consent', async () => {
  ask.mockResolvedValue({ errMsg: 'requestSubscribeMessage:ok', a: 'accept', b: 'reject', c: 'ban' })
  expect(await askToSubscribe(['a', 'b', 'c'])).toEqual({ acceptedIds: ['a'] })
})

test('WeChat is asked for three templates at most', async () => {
  ask.mockResolvedValue({ a: 'accept', b: 'accept', c: 'accept' })
  await askToSubscribe(['a', 'b', 'c', 'd'])
  expect(ask).toHaveBeenCalledWith({ tmplIds: ['a', 'b', 'c'] })
})

test.each([
  [{ errCode: 20004, errMsg: 'main switch is off' }, 'off'],
  [{ errCode: 20005 }, 'banned'],
  [{ errCode: 10002 }, 'failed'],
  [new Error('no such call'), 'failed'],
])('a failure as %j is reported as %s, and nothing is thrown', async (failure, obstacle) => {
  ask.mockRejectedValue(failure)
  expect(await askToSubscribe(['a'])).toEqual({ acceptedIds: [], obstacle })
})

test('filtered or banned templates give no consent', async () => {
  ask.mockResolvedValue({ a: 'filter', b: 'ban' })
  expect(await askToSubscribe(['a', 'b'])).toEqual({ acceptedIds: [], obstacle: 'banned' })
})
