import { expect, test } from 'vitest'
import { INVARIANTS } from './invariants.ts'
import { MEANINGS } from './meanings.ts'

test('every invariant has a meaning in Chinese, and every meaning has an invariant', () => {
  expect(Object.keys(MEANINGS).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort())
  for (const meaning of Object.values(MEANINGS)) expect(meaning).toMatch(/[\u4e00-\u9fff]/)
})
