import { expect, test } from 'vitest'
import { INVARIANTS } from './invariants.ts'
import { MEANINGS } from './meanings.ts'

test('every invariant has its meaning in Chinese, and no meaning is left over', () => {
  expect(Object.keys(MEANINGS).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort())
  for (const meaning of Object.values(MEANINGS)) expect(meaning).toMatch(/[\u4e00-\u9fff]/)
})
