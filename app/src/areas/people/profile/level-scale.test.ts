import { LEVELS } from '@paidang/domain/areas/people/profile/level'
import { expect, test } from 'vitest'
import { abilityOf, basisSentence, sourceText } from './level-scale'

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

const by = { id: '20', nickname: '王启明', avatar: null }

test.each([
  [{ source: 'SELF', by: null }, '自己填写'],
  [{ source: 'COACH', by }, '教练 王启明 评定'],
  [{ source: 'COACH', by: null }, '教练评定'],
  [{ source: 'RESULTS', by: null }, '战绩变化'],
] as const)('a level with the basis %o reads %s', (basis, words) => {
  expect(sourceText(basis)).toBe(words)
})

test('a player may change the level only if it is a claim of their own', () => {
  expect(basisSentence(undefined)).toContain('可以在个人资料里修改')
  expect(basisSentence({ source: 'SELF', by: null })).toContain('可以在个人资料里修改')
  expect(basisSentence({ source: 'COACH', by })).toContain('自己不能修改')
  expect(basisSentence({ source: 'RESULTS', by: null })).toContain('自己不能修改')
})
