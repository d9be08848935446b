import { expect, test } from 'vitest'
import { regionText } from '../address-format'
import {
  citiesOf,
  cityCode,
  codeOfText,
  districtsOf,
  namesOfRegion,
  PROVINCES,
  provinceCode,
  regionMeant,
  searchRegions,
} from './regions'

test('every county can be reached level by level, and every level has a choice', () => {
  const reached = PROVINCES.flatMap(({ code: province }) => {
    const cities = citiesOf(province)
    expect(cities).not.toEqual([])
    return cities.flatMap(({ code: city }) => {
      const districts = districtsOf(city)
      expect(districts).not.toEqual([])
      return districts.map(({ code }) => code)
    })
  })
  expect(new Set(reached).size).toBe(reached.length)
  expect(reached.length).toBeGreaterThan(3_000)
  for (const code of reached) {
    expect(namesOfRegion(code)).toBeDefined()
    expect([provinceCode(code), cityCode(code)]).toEqual([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`])
  }
})

test('a county code has names; the code of a city or province, or an unknown one, has none', () => {
  expect(namesOfRegion('310104')).toEqual({ province: '上海市', city: '上海市', district: '徐汇区' })
  expect(['310100', '310000', '', '999999', 'constructor'].map(namesOfRegion)).toEqual(Array(5).fill(undefined))
})

test('the search finds a county by its name and by its city, own names first, and no more than requested', () => {
  expect(searchRegions('徐汇', 50).map(({ code }) => code)).toEqual(['310104'])
  const found = searchRegions('苏州', 50).map(({ names }) => names)
  expect(found[0]?.district).toContain('苏州')
  expect(found.some(({ city, district }) => city === '苏州市' && district === '姑苏区')).toBe(true)
  expect(searchRegions('区', 7)).toHaveLength(7)
  expect([searchRegions(' ', 7), searchRegions('没有这里', 7)]).toEqual([[], []])
})

test.each([
  ['its code', { nationalCode: '310104', province: '', city: '', district: '' }, '310104'],
  ['its names', { nationalCode: '', province: '江苏省', city: '苏州市', district: '姑苏区' }, '320508'],
  ['its names, shorter', { nationalCode: '0', province: '江苏', city: '苏州', district: '姑苏区' }, '320508'],
  [
    'a city that is its own province',
    { nationalCode: '', province: '上海', city: '上海', district: '徐汇区' },
    '310104',
  ],
  ['nothing that is known', { nationalCode: '999999', province: '某省', city: '某市', district: '某区' }, undefined],
  ['nothing at all', { nationalCode: '', province: '', city: '', district: '' }, undefined],
])('an address from another source is recognized by %s', (_case, meant, code) => {
  expect(regionMeant(meant)).toBe(code)
})

test('a line of names leads back to its county, and any other line to nothing', () => {
  const codes = PROVINCES.flatMap(({ code }) => citiesOf(code)).flatMap(({ code }) => districtsOf(code))
  for (const { code } of codes) {
    const names = namesOfRegion(code)
    const text = names ? regionText(names) : ''
    expect(codeOfText(text), text).toBe(code)
  }
  for (const text of ['', '上海', '上海市', '上海 不存在区']) expect(codeOfText(text)).toBe('')
})
