import Taro from '@tarojs/taro'
import { afterEach, expect, test, vi } from 'vitest'
import * as web from './pay.h5'
import * as weapp from './pay.weapp'

const signed = {
  timeStamp: '1795132800',
  nonceStr: 'n0nce',
  package: 'prepay_id=wx1',
  signType: 'RSA' as const,
  paySign: 'c2lnbg==',
}
const jsapi = { kind: 'jsapi' as const, ...signed }
const h5 = { kind: 'h5' as const, url: '#mweb' }

afterEach(() => vi.restoreAllMocks())

test('WeChat gets only the signed parameters, and its result is returned', async () => {
  vi.mocked(Taro.requestPayment).mockResolvedValueOnce({ errMsg: 'requestPayment:ok' })
  expect(await weapp.takePayStep(jsapi)).toBe('paid')
  expect(Taro.requestPayment).toHaveBeenCalledWith(signed)
  expect(weapp.payWay()).toBe('JSAPI')
})

test.each([
  [{ errMsg: 'requestPayment:fail cancel' }, 'cancelled'],
  [{ errMsg: 'requestPayment:fail (detail message)' }, 'failed'],
  [new Error('lost'), 'failed'],
])('when WeChat answers %o the payment is %s', async (reason, end) => {
  vi.mocked(Taro.requestPayment).mockRejectedValueOnce(reason)
  expect(await weapp.takePayStep(jsapi)).toBe(end)
})

test('a step for another platform cannot be taken', async () => {
  expect(await weapp.takePayStep(h5)).toBe('unable')
  expect(await web.takePayStep(jsapi)).toBe('unable')
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 'H5'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36', 'H5'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140 Safari/537.36', 'NATIVE'],
])('the browser %s pays by %s', (userAgent, way) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  expect(web.payWay()).toBe(way)
})

test('a browser leaves for WeChat Pay', async () => {
  expect(await web.takePayStep(h5)).toBe('left')
  expect(window.location.hash).toBe('#mweb')
})
