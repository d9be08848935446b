import { LEVELS } from '@paidang/domain/areas/profile/level'
import { expect, test } from 'vitest'
import { abilityOf } from './level-scale'

test('every level has a description of its own, and nothing beyond the scale has one', () => {
  const levels = Array.from({ length: 13 }, (_, at) => LEVELS.least + at * LEVELS.step)
  expect(levels[levels.length - 1]).toBe(LEVELS.most)
  const words = levels.map(abilityOf)
  expect(new Set(words).size).toBe(levels.length)
  expect(words).not.toContain('')
  expect(abilityOf(LEVELS.most + LEVELS.step)).toBe('')
})

test('a level between two steps is described as the nearer one', () => {
  expect(abilityOf(3.04)).toBe(abilityOf(3))
})
