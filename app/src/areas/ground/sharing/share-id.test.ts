import { expect, test } from 'vitest'
import { shareIdOf } from './share-id'

test('a short id is read from the address, or from the scene of a scanned code', () => {
  expect(shareIdOf({ i: 'Ab12Cd34' })).toBe('Ab12Cd34')
  expect(shareIdOf({ scene: 'i%3DAb12Cd34' })).toBe('Ab12Cd34')
  expect(shareIdOf({ scene: 'i=Ab12Cd34' })).toBe('Ab12Cd34')
  expect(shareIdOf({ scene: 'from%3D1%26i%3DAb12Cd34' })).toBe('Ab12Cd34')
})

test('an invalid short id counts as none', () => {
  const wrong = [
    {},
    { i: '' },
    { i: '../x' },
    { i: 'a'.repeat(17) },
    { scene: '%E0%A4%A' },
    { scene: 'id%3D5' },
    { scene: '1154' },
  ]
  expect(wrong.map(shareIdOf)).toEqual(wrong.map(() => null))
})
