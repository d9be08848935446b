import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fontOf } from './font.ts'
import { drawable, inLines, inOneLine } from './lay-text.ts'

const setting = { size: 26, weight: 'regular', width: 260 } as const
const widthOf = (line: string) => fontOf('regular').widthOf(line, setting.size)

test.each([
  ['emoji', '林👨‍👩‍👧‍👦知🎾夏', '林知夏'],
  ['marks that turn the direction', '林\u202E知夏\u200F', '林知夏'],
  ['control characters', '林\u0000\u0007知夏', '林知夏'],
  ['scripts that the font lacks', 'نص 林知夏 ไทย', '林知夏'],
  ['blanks of any kind', '  林\n\t知\u3000夏 ', '林 知 夏'],
  ['nothing at all', '🎾🎾', ''],
])('%s are left out of the drawing', (_case, text, expected) => {
  expect(drawable(text, 'bold')).toBe(expected)
})

test('rare names, traditional characters and Latin letters are drawn', () => {
  for (const text of ['喆玥祎堃犇', '網球愛好者', 'Zoë Müller & <Co>', 'é'])
    expect(drawable(text, 'regular')).toBe(text)
  expect(drawable('e\u0301', 'regular')).toBe('é')
})

test('a line that fits is unchanged, and a longer one ends in an ellipsis within its width', () => {
  expect(inOneLine('十个字刚好放得下啊', { ...setting, width: 26 * 9 })).toBe('十个字刚好放得下啊')
  const cut = inOneLine('名'.repeat(40), setting)
  expect(cut).toMatch(/^名+…$/)
  expect(widthOf(cut)).toBeLessThanOrEqual(260)
  expect(widthOf(`名${cut}`)).toBeGreaterThan(260)
})

test('words stay whole, punctuation never begins a line, and the last of too many lines ends in an ellipsis', () => {
  expect(inLines('周末 doubles tennis 双打', { ...setting, width: 160, lines: 5 })).toEqual([
    '周末 doubles',
    'tennis 双打',
  ])
  expect(inLines('一二三四五六七八九，十', { ...setting, width: 26 * 9, lines: 5 })).toEqual([
    '一二三四五六七八',
    '九，十',
  ])
  expect(inLines('一二三四五六七八九十', { ...setting, width: 26 * 4, lines: 2 })).toEqual(['一二三四', '五六七…'])
})

test('for any text, every line fits and there are no more lines than requested', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('球', '，', 'a', ' ', 'W', '。', '🎾') }),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 60, max: 400 }), fc.integer({ min: 1, max: 5 }), (words, width, lines) => {
      const laid = inLines(words, { ...setting, width, lines })
      expect(laid.length).toBeLessThanOrEqual(lines)
      for (const line of laid) {
        expect(line).not.toBe('')
        expect(widthOf(line)).toBeLessThanOrEqual(width)
      }
      const drawn = drawable(words, 'regular').replaceAll(' ', '')
      const shown = laid.join('').replaceAll(' ', '')
      if (shown !== drawn) expect(drawn.startsWith(shown.replace(/…$/, ''))).toBe(true)
    }),
  )
})
