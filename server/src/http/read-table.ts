import { readFileSync } from 'node:fs'

/** The cells of each row of a tab-separated table, without its comments (#) and its header. An absent cell is `-`. */
export function readTable(file: URL, columns: number): string[][] {
  const text = readFileSync(file, 'utf8')
  const [, ...rows] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return rows.map((row) => {
    const cells = row.split('\t')
    if (cells.length > columns) throw new Error(`${file.pathname} has a row of ${cells.length} columns: ${row}`)
    return Array.from({ length: columns }, (_, index) => cells[index] ?? '-')
  })
}

/** A text with its `{names}` replaced. */
export const fillNames = (text: string, fill: (name: string) => string) =>
  text.replace(/\{([a-z][\w.]*)\}/gi, (_, name: string) => fill(name))
