import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './ending.ts'
import { grouped } from './numbers.ts'
import { endProcess, ROOT } from './product.ts'
import type { Row, Section } from './report.ts'

/** What one call cost on each size of history, for the person with this role in the permission matrix. */
type Measured = { call: string; role: string; costs: { status: number; buffers: number; rows: number; p95: number }[] }

const MOST_RATIO = 1.3
const MOST_MS = 30
/**
 * Ten times as many rows make an index one level deeper: one page more for each row that is looked up. So many more pages
 * are no growth where no more rows are read, and the table prints both sizes of both.
 */
const DEEPER = 20
/** Calls that the console makes have no limit of time here: see its own part. */
const OF_CONSOLE = /^GET \/(admin|merchant|analytics|company-(?!course)|staff|roster)/

/**
 * Why a call misses the goal. A call without a row says so.
 */
const CAUSES: readonly [RegExp, string][] = [
  [/file(?!s\/)|export/i, 'its answer is the whole history'],
  [/feed\//, 'its answer is 60 days and all that is to come'],
  [/recordMonths|income|overview|compare|analytics/, 'sums what the period has'],
  [/keyword=/, 'searches the classes of the coach, and names have no index'],
  [/coach-home\/datas/, 'asks for each student whether hours run out'],
  [/pageByCoach|pageByUser/, 'look-ups of each class and each of its people, each one page deeper'],
  [/threading\/rackets/, 'look-ups of each racket and its strings, each one page deeper'],
  [/getUserBalls/, 'look-ups of each game and each of its people, each one page deeper'],
  [/get-player-registInfo/, 'exact figures: a page for a thousand classes'],
  [OF_CONSOLE, 'a table of the console'],
]

/**
 * Measures every GET of the API on a history and on ten times as much. It runs a file of the server's tests, which has
 * the requests, the world and its copies. `full` has a million classes; by default one person's history grows as far.
 *
 * @param calls a regular expression for what is measured, as in `^GET /orders`; by default all
 */
export async function measureGrowth(size: 'full' | 'person', calls = ''): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'paidang-growth-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'growth.json')
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project=server', 'src/testing/growth.test.ts']
  const env = { ...process.env, GROWTH: size, GROWTH_FILE: file, GROWTH_CALLS: calls }
  const child = spawn(process.execPath, vitest, { cwd: ROOT, env, detached: true, stdio: 'inherit' })
  atEnd(() => endProcess(child))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  // A refused call has its row, and the run fails; without a file nothing was measured.
  if (code !== 0 && !existsSync(file)) throw new Error(`the measurement of growth ended with ${code}`)
  if (code !== 0) process.exitCode = 1
  const measured = JSON.parse(readFileSync(file, 'utf8')) as Measured[]
  const heading = `From 1 to 10 times of history, ${size === 'full' ? '1,000,000 classes' : '10,000 classes of one coach'}`
  // What misses the goal stands first, the worst on top.
  const rows = measured
    .flatMap(rowOf)
    .sort((a, b) => Number(a.met) - Number(b.met) || Number(b.ratio) - Number(a.ratio))
  return { heading: `${heading}: buffers, rows read, p95 in ms`, rows }
}

function rowOf({ call, role, costs: [once, tenfold] }: Measured): Row[] {
  if (!once || !tenfold) throw new Error(`${call} was measured on one size alone`)
  const refused = [once, tenfold].find(({ status }) => status !== 200)
  if (refused) return [{ what: `${call} (${role}): refused with ${refused.status}`, met: false }]
  const ratio = tenfold.buffers / Math.max(1, once.buffers)
  const isSameRows = tenfold.rows <= MOST_RATIO * once.rows
  const deeper = Math.max(DEEPER, isSameRows ? tenfold.rows : 0)
  const isFlat = ratio <= MOST_RATIO || tenfold.buffers - once.buffers <= deeper
  const isFast = tenfold.p95 < MOST_MS || OF_CONSOLE.test(call)
  const cause = isFlat ? 'time alone' : (CAUSES.find(([pattern]) => pattern.test(call))?.[1] ?? 'not mended yet')
  const figures = `${grouped(once.buffers)} → ${grouped(tenfold.buffers)}, ${grouped(once.rows)} → ${grouped(tenfold.rows)} rows, ${tenfold.p95.toFixed(0)} ms`
  return [
    {
      what: `${call} (${role})${isFlat && isFast ? '' : `: ${cause}`}`,
      value: figures,
      ratio: ratio.toFixed(2),
      goal: `≤ ${MOST_RATIO} or ≤ ${deeper} pages more, < ${MOST_MS} ms`,
      met: isFlat && isFast,
    },
  ]
}
