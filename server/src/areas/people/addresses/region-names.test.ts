import { expect, test } from 'vitest'
import { regionName, regionOf } from './region-names.ts'

test.each([
  ['310115', '上海市 浦东新区'],
  ['320508', '江苏省 苏州市 姑苏区'],
  ['500229', '重庆市 城口县'],
  ['429004', '湖北省 仙桃市'],
  ['810101', '香港特别行政区 香港岛 中西区'],
])('%s is %s', (code, name) => {
  expect(regionName(code)).toBe(name)
})

test('a region has its three names', () => {
  expect(regionOf('320508')).toEqual({ province: '江苏省', city: '苏州市', district: '姑苏区' })
})

test.each(['', '310100', '999999', '31011', '3101150', 'constructor', '__proto__'])('"%s" is no place', (code) => {
  expect([regionOf(code), regionName(code)]).toEqual([undefined, undefined])
})
