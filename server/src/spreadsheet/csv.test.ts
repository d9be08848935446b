import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

/** Parses CSV according to RFC 4180. */
function parsed(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      for (at += 1; csv[at] !== '"' || csv[at + 1] === '"'; at += 1) {
        if (csv[at] === '"') at += 1
        cell += csv[at]
      }
      at += 1
    } else {
      for (; csv[at] !== ',' && csv[at] !== '\r'; at += 1) cell += csv[at]
    }
    row.push(cell)
    if (csv[at] === '\r') {
      rows.push(row)
      row = []
      at += 2
    } else at += 1
  }
  return rows
}

/** The apostrophe that keeps a text from being a formula. */
const guarded = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

test('a reader of the file gets every text to the letter, and no text begins a formula', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'=+-@＝\t\r\n",;\'甲乙ab01_x ', '🎾', '\u0001', '\u007f', '\u2028', '\ufeff'),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
      const csv = csvOf(['甲', '乙'], rows)
      expect(csv[0]).toBe('\uFEFF')
      const [headings, ...read] = parsed(csv.slice(1))
      expect(headings).toEqual(['甲', '乙'])
      expect(read.map((cells) => cells.map((cell) => cell.replace(guarded, '')))).toEqual(rows)
      expect(read.flat().filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([])
    }),
  )
})

test('an empty text alone in its row is no empty line, and a semicolon parts no cells', () => {
  expect(csvOf(['备注'], [[''], ['a;=1']])).toBe('\uFEFF备注\r\n""\r\n"a;=1"\r\n')
})

test('numbers stay numbers with their sign; amounts are yuan with two decimals', () => {
  expect(
    csvOf(
      ['节数', '课时', '金额'],
      [
        [12, -1.5, { fen: -5_000 }],
        [0, 2, { fen: 86_250 }],
      ],
    ),
  ).toBe('\uFEFF节数,课时,金额\r\n12,-1.5,-50.00\r\n0,2,862.50\r\n')
})
