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

test('texts, numbers and amounts are what they are in either form', async () => {
  expect(await linesOf('xlsx')).toEqual([
    ['教练', '节数', '收入（元）'],
    ['=顾南', 12, 862.5],
  ])
  expect(await linesOf('csv')).toEqual([
    ['教练', '节数', '收入（元）'],
    ["'=顾南", '12', '862.50'],
  ])
})

test('a file of the first rows only says so in its last line', async () => {
  expect((await linesOf('csv', 1)).length).toBe(2)
  expect((await linesOf('csv', 23_456)).at(-1)).toEqual(['仅前 1 行，共 23456 行'])
  expect((await linesOf('xlsx', 23_456)).at(-1)?.[0]).toBe('仅前 1 行，共 23456 行')
})
