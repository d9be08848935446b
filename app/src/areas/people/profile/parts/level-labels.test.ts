import { expect, test } from 'vitest'
import { basisSentence, sourceText } from './level-labels'

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
