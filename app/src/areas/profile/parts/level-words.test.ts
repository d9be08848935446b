import { expect, test } from 'vitest'
import { basisSentence, sourceWords } from './level-words'

const by = { id: '20', nickname: '王启明', avatar: null }

test.each([
  [{ source: 'SELF', by: null }, '自己填写'],
  [{ source: 'COACH', by }, '教练 王启明 评定'],
  [{ source: 'COACH', by: null }, '教练评定'],
  [{ source: 'RESULTS', by: null }, '战绩变化'],
] as const)('a level that rests on %o reads %s', (basis, words) => {
  expect(sourceWords(basis)).toBe(words)
})

test('only a level of his own is one that the player may change', () => {
  expect(basisSentence(undefined)).toContain('可以在个人资料里修改')
  expect(basisSentence({ source: 'SELF', by: null })).toContain('可以在个人资料里修改')
  expect(basisSentence({ source: 'COACH', by })).toContain('自己不能修改')
  expect(basisSentence({ source: 'RESULTS', by: null })).toContain('自己不能修改')
})
