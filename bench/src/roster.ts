import { confirmImport, type RosterImportDetail, uploadRoster } from '@paidang/api/areas/activities/roster'
import { COLUMN_HEADINGS } from '@paidang/domain/areas/activities/roster/import-cells'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { enterAsAdmin } from './console.ts'
import { grouped, spreadOf, written } from './numbers.ts'
import { clientOf } from './people.ts'
import type { Product } from './product.ts'
import type { Section } from './report.ts'
import { sized } from './scale.ts'

const REPEATS = sized(3, 1)
/** As many as a table may have. */
const ROWS = sized(5_000, 50)
/** Source: decision record 064 */
const GOAL_SECONDS = 30
const DAYS_LEFT = 300
const FIRST_NUMBER = 13_000_000_000

/**
 * Measures how long a club waits for its table: from sending the file until every row is judged, and from the
 * confirmation until students, contracts and hours are written. Each repeat brings students that nobody knows.
 */
export async function measureRoster({ address }: Product): Promise<Section> {
  const token = await enterAsAdmin(address)
  const call = clientOf(address, token)
  const expiry = addDays(dayOf(new Date()), DAYS_LEFT)
  const rowOf = (number: number, course: string) =>
    [`学员${number}`, String(FIRST_NUMBER + number), course, '', '12.5', '333.33', expiry].join(',')
  const upload = async (rows: readonly string[]): Promise<RosterImportDetail> => {
    const form = new FormData()
    form.append('file', new Blob([[Object.values(COLUMN_HEADINGS).join(','), ...rows].join('\n')]), 'students.csv')
    const response = await fetch(`${address}/aaapi${uploadRoster.path}?fileName=students.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    const { success, data, msg } = (await response.json()) as {
      success: boolean
      data: RosterImportDetail
      msg: string
    }
    if (!success) throw new Error(`a table was refused: ${msg}`)
    return data
  }
  // One row without a known course: the answer names those of the company, and the thread that reads has started.
  const [course = ''] = (await upload([rowOf(0, '没有这门课')])).courseNames

  const [judged, confirmed, whole]: [number[], number[], number[]] = [[], [], []]
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const rows = Array.from({ length: ROWS }, (_, at) => rowOf(1 + repeat * ROWS + at, course))
    const begun = performance.now()
    const { id, sums } = await upload(rows)
    const read = performance.now()
    if (sums.written.rows !== ROWS) throw new Error(`${sums.written.rows} rows of ${ROWS} can be written`)
    await call(confirmImport, { params: { id }, body: sums.written })
    const done = performance.now()
    judged.push((read - begun) / 1_000)
    confirmed.push((done - read) / 1_000)
    whole.push((done - begun) / 1_000)
  }
  const spread = spreadOf(whole)
  return {
    heading: `Import of a club's table, ${grouped(ROWS)} rows × ${REPEATS}`,
    rows: [
      { what: 'from the file until all rows are judged, s', value: written(spreadOf(judged), 1) },
      { what: 'from the confirmation until all is written, s', value: written(spreadOf(confirmed), 1) },
      {
        what: 'both, s',
        value: written(spread, 1),
        goal: `< ${GOAL_SECONDS}`,
        met: spread.median < GOAL_SECONDS,
      },
    ],
  }
}
