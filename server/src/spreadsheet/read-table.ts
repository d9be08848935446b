import { inflateRawSync } from 'node:zlib'
import readWorkbook from 'read-excel-file/universal'

/** The most bytes that the parts of a workbook may have when they are unpacked. */
const MAX_UNPACKED = 33_554_432

const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
const STORED = 0

/** Whether these bytes are a zip file whose parts unpack to at most `MAX_UNPACKED` bytes. Source: APPNOTE.TXT 4.3 */
function isSoundZip(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(Buffer.from(Uint32Array.of(DIRECTORY_END).buffer))
  if (end < 0 || end + 20 > bytes.length) return false
  let left = MAX_UNPACKED
  let at = bytes.readUInt32LE(end + 16)
  try {
    while (bytes.readUInt32LE(at) === DIRECTORY_ENTRY) {
      const [size, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
      const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const part = bytes.subarray(begin, begin + size)
      // Unpacking stops where the limit is reached, whatever the file says of its size.
      left -= bytes.readUInt16LE(at + 10) === STORED ? size : inflateRawSync(part, { maxOutputLength: left }).length
      if (left <= 0) return false
      at += 46 + [28, 30, 32].reduce((sum, field) => sum + bytes.readUInt16LE(at + field), 0)
    }
    return true
  } catch {
    return false
  }
}

/** A cell as text. A date of a spreadsheet has no zone; it is read as UTC. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  return cell === null || cell === undefined ? '' : String(cell)
}

/** The text of a file from any program: UTF-8, or GB 18030, in which spreadsheets on Chinese machines save CSV. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The rows of CSV as RFC 4180 writes them. The separator is the one that the first line has most of. */
export function rowsOfCsv(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1)
  const countOf = (sign: string) => first.split(sign).length
  const separator = [',', '\t', ';'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best))
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      endRow()
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** The rows of the first sheet of a workbook, or of a CSV file, as texts; undefined when the file is neither. */
export async function readTable(bytes: Buffer): Promise<string[][] | undefined> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    if (!isSoundZip(bytes)) return undefined
    const sheets = await readWorkbook(new Blob([Uint8Array.from(bytes)])).catch(() => undefined)
    return sheets?.[0]?.data.map((row) => row.map(textOf))
  }
  // No text holds NUL: a picture, or a workbook of before 2007.
  if (bytes.includes(0)) return undefined
  return rowsOfCsv(decode(bytes).replace(/^\uFEFF/, ''))
}
