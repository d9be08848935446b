import { inflateRawSync } from 'node:zlib'
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

test('a file with a control character in a name stays readable', async () => {
  const named = [{ name: '顾\u0001南\u000b\uffff', classes: 1, income: 0 }]
  const table = { name: '收入', sheet: '收入', columns: COLUMNS, rows: named }
  const fileOf = async (format: 'csv' | 'xlsx') => Buffer.from((await tableFile({ ...table, format })).base64, 'base64')
  const workbook = await fileOf('xlsx')
  const parts = partsOf(workbook)
  expect(parts.join('')).toContain('顾南')
  for (const xml of parts) expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
  expect((await readWorkbook(workbook))[0]?.data[1]?.[0]).toBe('顾南')
  expect((await fileOf('csv')).toString()).toContain('顾南,1,')
})
