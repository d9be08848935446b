import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arePartsOf, PARTS_OF, REPORT_KINDS, REPORT_PARTS } from './report.ts'

test('any parts of an object can be removed, each once, and none of another kind of object', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REPORT_KINDS), fc.array(fc.constantFrom(...REPORT_PARTS)), (kind, parts) => {
      const isOnce = parts.every((part, index) => parts.indexOf(part) === index)
      const isOfKind = parts.every((part) => (part === 'words') === (kind === 'ball'))
      expect(arePartsOf(kind, parts)).toBe(parts.length > 0 && isOnce && isOfKind)
    }),
  )
})

test('every part belongs to exactly one kind', () => {
  expect(REPORT_KINDS.flatMap((kind) => PARTS_OF[kind]).sort()).toEqual([...REPORT_PARTS].sort())
})
