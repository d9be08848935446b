import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { readTable, rowsOfCsv } from './read-table.ts'

test('a workbook is read as texts: numbers, dates and leading zeros as they stand there', async () => {
  const day = new Date('2027-06-30T00:00:00Z')
  const bytes = await writeWorkbook([
    [{ value: '姓名' }, { value: '课时' }, { value: '到期' }],
    [{ value: '007' }, { value: 9.5, type: Number }, { value: day, type: Date, format: 'yyyy-mm-dd' }],
  ]).toBuffer()
  expect(await readTable(bytes)).toEqual([
    ['姓名', '课时', '到期'],
    ['007', '9.5', '2027-06-30'],
  ])
})

test('CSV is read in both encodings of a Chinese machine', async () => {
  const gbk = Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31, 0x32, 0x0d, 0x0a])
  expect(await readTable(gbk)).toEqual([['姓名', '12']])
  expect(await readTable(Buffer.from('\uFEFF姓名,12\r\n'))).toEqual([['姓名', '12']])
})

test('quotes, tabs and a missing last line end are CSV too', () => {
  expect(rowsOfCsv('a,"b, ""c""\nd",e\r\n\r\n1,2')).toEqual([['a', 'b, "c"\nd', 'e'], [''], ['1', '2']])
  expect(rowsOfCsv('甲\t乙\n1\t2,5')).toEqual([
    ['甲', '乙'],
    ['1', '2,5'],
  ])
})

/** A zip file of one part that says it is small. */
function zipOf(part: Buffer): Buffer {
  const packed = deflateRawSync(part)
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(packed.length, 4)
  sizes.writeUInt32LE(10, 8)
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(name.length)
  const kept = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes])
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), kept, lengths, name, packed])
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    kept,
    lengths,
    Buffer.alloc(14),
    name,
  ])
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

test('what is no table, or unpacks without end, is none', async () => {
  expect(await readTable(Buffer.from('PK nothing'))).toBe(undefined)
  expect(await readTable(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))).toBe(undefined)
  expect(await readTable(zipOf(Buffer.alloc(40_000_000, ' ')))).toBe(undefined)
})
