import { createRequire } from 'node:module'

type Sheet = { sheet: string; data: unknown[][] }

/** The server's own tests read workbooks with the same package. */
const ofServer = createRequire(new URL('../../server/package.json', import.meta.url))
const { default: readWorkbook }: { default: (file: string) => Promise<Sheet[]> } = ofServer('read-excel-file/node')

/** The rows of one sheet of an XLSX file. */
export async function rowsOfSheet(file: string, name: string): Promise<unknown[][]> {
  const sheets = await readWorkbook(file)
  const found = sheets.find(({ sheet }) => sheet === name)
  if (!found) throw new Error(`no sheet ${name} in ${sheets.map(({ sheet }) => sheet).join(', ')}`)
  return found.data
}
