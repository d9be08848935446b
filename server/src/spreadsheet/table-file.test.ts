import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type FileColumn, tableFile } from './table-file.ts'

const COLUMNS: readonly FileColumn<{ name: string; classes: number; income: number }>[] = [
  { heading: '教练', width: 12, text: ({ name }) => name },
  { heading: '节数', width: 8, number: ({ classes }) => classes },
  { heading: '收入（元）', width: 12, fen: ({ income }) => income },
]
const rows = [{ name: '=顾南', classes: 12, income: 86_250 }]

async function linesOf(format: 'csv' | 'xlsx', total?: number): Promise<unknown[][]> {
  const table = { name: '收入', sheet: '收入', columns: COLUMNS, rows, format, ...(total && { total }) }
  const bytes = Buffer.from((await tableFile(table)).base64, 'base64')
  if (format === 'xlsx') return (await readWorkbook(bytes))[0]?.data ?? []
  return bytes
    .toString()
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

test('texts, numbers and amounts are the same in both forms', async () => {
  expect(await linesOf('xlsx')).toEqual([
    ['教练', '节数', '收入（元）'],
    ['=顾南', 12, 862.5],
  ])
  expect(await linesOf('csv')).toEqual([
    ['教练', '节数', '收入（元）'],
    ["'=顾南", '12', '862.50'],
  ])
})

test('a file with only the first rows says so in its last line', async () => {
  expect((await linesOf('csv', 1)).length).toBe(2)
  expect((await linesOf('csv', 23_456)).at(-1)).toEqual(['仅前 1 行，共 23456 行'])
  expect((await linesOf('xlsx', 23_456)).at(-1)?.[0]).toBe('仅前 1 行，共 23456 行')
})

const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50

/** The parts of a workbook, which is a zip file. Source: APPNOTE.TXT 4.3 */
function partsOf(workbook: Buffer): string[] {
  const end = workbook.lastIndexOf(Buffer.from(Uint32Array.of(DIRECTORY_END).buffer))
  const parts: string[] = []
  let at = workbook.readUInt32LE(end + 16)
  while (workbook.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [size, local] = [workbook.readUInt32LE(at + 20), workbook.readUInt32LE(at + 42)]
    const begin = local + 30 + workbook.readUInt16LE(local + 26) + workbook.readUInt16LE(local + 28)
    const bytes = workbook.subarray(begin, begin + size)
    parts.push((workbook.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString())
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + workbook.readUInt16LE(at + field), 0)
  }
  return parts
}

const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['a formula', '=1+1'],
  ['a formula with a sign', '+86 138'],
  ['a formula of another sheet', '@SUM(A1)'],
  ['a formula after an apostrophe', "'=1+1"],
  ['leading zeros', '007'],
  ['a long number', '20260501000000000123'],
  ['blanks around it', '  顾南 \u3000'],
  ['line breaks', '第一行\n第二行\r\n第三行\r末行'],
  ['quotes and brackets', `"他说" <b>'&amp;'</b> ]]>`],
  ['emoji', '🎾👨‍👩‍👧❤️'],
  ['control characters', 'a\u0001\u0008\u000b\u001f\u007f\u0085b'],
  ['characters that are none', '\ufffe\uffff\ufdd0\u{1fffe}\ufffd'],
  ['what looks like an escape', '_x000D_ _x000d_ _x005F_x000D_ _x00 _x_'],
  ['a word of the language', 'constructor'],
  ['another word of the language', '__proto__'],
  ['nothing', ''],
  ['more than a cell holds', `${'网'.repeat(32_766)}🎾${'球'.repeat(40_000)}`],
]

/** Reads the texts of a workbook as the standard says, without a library. Source: ECMA-376 Part 1 §18.4, §22.9.2.19 */
function textsOf(workbook: Buffer): string[][] {
  const parts = partsOf(workbook)
  for (const xml of parts) expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
  const plain = (xml: string) =>
    xml
      .replace(/\r\n?/g, '\n')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  const strings = [
    ...(parts.find((xml) => xml.includes('<sst')) ?? '').matchAll(/<t( xml:space="preserve")?>([^<]*)<\/t>/g),
  ]
  const sheet = parts.find((xml) => xml.includes('<sheetData')) ?? ''
  return [...sheet.matchAll(/<row (?:[^>]*\/>|[^>]*>(.*?)<\/row>)/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*t="s"[^>]*><v>(\d+)<\/v>/g)].map(([, id]) => {
      const [, keeps, text = ''] = strings[Number(id)] ?? []
      expect(keeps !== undefined || text === text.trim()).toBe(true)
      return plain(text)
    }),
  )
}

const fileOf = async (texts: readonly string[], format: 'csv' | 'xlsx') => {
  const columns: FileColumn<string>[] = [{ heading: '备注', width: 20, text: (text) => text }]
  const table = { name: '备注', sheet: '备注', columns, rows: texts, format }
  return Buffer.from((await tableFile(table)).base64, 'base64')
}

test.each(TEXTS)('%s comes back from a workbook to the letter', async (_what, text) => {
  const workbook = await fileOf([text], 'xlsx')
  const read = textsOf(workbook)
    .slice(1)
    .map(([cell = '']) => cell)
  expect(read.join('')).toBe(text)
  for (const cell of read) expect(cell.length).toBeLessThanOrEqual(32_767)
  // Another reader, which leaves empty rows out.
  const foreign = (await readWorkbook(workbook, { trim: false }))[0]?.data.slice(1) ?? []
  expect(foreign.map(([cell]) => cell ?? '').join('')).toBe(text)
})

test('any texts come back from a workbook to the letter', async () => {
  const text = fc.string({
    unit: fc.constantFrom(...'=_x000DdFf5 \n\r\t<&;"', '网', '🎾', '\u0000', '\u009f', '\uffff'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 8 }), async (texts) => {
      const read = textsOf(await fileOf(texts, 'xlsx')).slice(1)
      expect(read.map(([cell = '']) => cell)).toEqual(texts)
    }),
    { numRuns: 50 },
  )
})

test('a long text goes on below, beside the rest of its row', async () => {
  const columns: FileColumn<string>[] = [
    { heading: '备注', width: 20, text: (text) => text },
    { heading: '字数', width: 8, number: (text) => text.length },
  ]
  const table = { name: '备注', sheet: '备注', columns, rows: ['网'.repeat(40_000), '球'], format: 'xlsx' as const }
  const [sheet] = await readWorkbook(Buffer.from((await tableFile(table)).base64, 'base64'))
  expect(sheet?.data.slice(1)).toEqual([
    ['网'.repeat(32_767), 40_000],
    ['网'.repeat(7_233), null],
    ['球', 1],
  ])
})
