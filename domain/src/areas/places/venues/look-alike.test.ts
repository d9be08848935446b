import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type VenueFace, whereAlike } from './look-alike.ts'

const venue = (over: Partial<VenueFace>): VenueFace => ({ name: '青禾', address: '青禾路 1 号', phone: null, ...over })

test.each([
  ['滨江网球中心', '滨江新馆', true],
  ['徐家汇体育公园网球场', '徐家汇体育公园', true],
  ['Top Tennis 网球馆', 'TOPTENNIS', true],
  ['东方明珠网球中心', '西岸网球中心', false],
  ['网球中心', '羽毛球馆', false],
  ['网球中心', '网球中心', true],
] as const)('%s and %s: alike by name %s', (name, other, isAlike) => {
  const faces = [venue({ name, address: '龙腾大道 88 号' }), venue({ name: other, address: '虹桥路 7 号' })] as const
  expect(whereAlike(...faces)).toEqual(isAlike ? ['name'] : [])
})

test('different spellings of a house number mean the same place, and another number means another place', () => {
  const at = (address: string) => venue({ name: address, address })
  expect(whereAlike(at('龙腾大道 2350 号'), at('龙腾大道２３５０号 A 区'))).toContain('address')
  expect(whereAlike(at('龙腾大道 2350 号'), at('龙腾大道 2360 号'))).not.toContain('address')
})

test('a telephone number is the same with and without hyphens, and missing numbers are not alike', () => {
  const [one, other] = [venue({ name: '甲', address: '乙' }), venue({ name: '丙', address: '丁' })]
  expect(whereAlike({ ...one, phone: '021-64385200' }, { ...other, phone: '021 6438 5200' })).toEqual(['phone'])
  expect(whereAlike({ ...one, phone: '' }, { ...other, phone: null })).toEqual([])
})

test('likeness is mutual, and everything with a name is like itself', () => {
  const face = fc.record({
    name: fc.string({ unit: 'grapheme', maxLength: 12 }),
    address: fc.string({ unit: 'grapheme', maxLength: 12 }),
    phone: fc.option(fc.string({ maxLength: 8 })),
  })
  fc.assert(
    fc.property(face, face, (one, other) => {
      expect(whereAlike(one, other)).toEqual(whereAlike(other, one))
      expect(whereAlike({ ...one, name: `山${one.name}` }, { ...one, name: `山${one.name}` })).toContain('name')
    }),
  )
})
