import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import type { Client } from 'pg'
import { type Bare, startBare } from './bare.ts'
import {
  drawQuestions,
  type GridQuestion,
  gridPlayerIds,
  mixedShots,
  READS_PER_WRITE,
  readShots,
  requestGrid,
  warmUpShots,
} from './grid-requests.ts'
import { scriptOfMiss } from './grid-script.ts'
import { fire, type LoadResult, rateOf, shareOf } from './load.ts'
import type { MemoryWatch } from './memory.ts'
import { grouped, quantile, spreadOf, written } from './numbers.ts'
import { logIn, type Person } from './people.ts'
import { runPgbench } from './pgbench.ts'
import type { Product } from './product.ts'
import { goalRow, type Row, ratioRow, type Section, usageRows } from './report.ts'
import { sized } from './scale.ts'
import { cpuMsOf, familyCpuMsOf } from './usage.ts'
import type { World } from './world.ts'
import { freeEvenings, scriptOfWrites } from './write-script.ts'

const CONNECTIONS = sized(32, 4)
const REPEATS = sized(3, 1)
const SECONDS = sized(5, 1)
/** The seconds for each comparison. */
const SIDE_SECONDS = sized(3, 1)
const WARM_UP_SECONDS = sized(4, 0)
/** Each client writes twice a second, and PostgreSQL plans each kind of statement five times. */
const PGBENCH_LOAD = { clients: CONNECTIONS, warmUpSeconds: sized(6, 0), seconds: SIDE_SECONDS }
/** Time to request every grid once. On a machine that is too slow, the measurement starts without the rest. */
const ASK_ALL_SECONDS = sized(30, 1)
const MAX_P99_MS = 30
const MIN_RATIO_TO_ROWS = 0.8
const MIN_RATIO_TO_PGBENCH = 1
const SAMPLED_ANSWERS = 64

/** The product with people who request grids. */
export type GridScene = {
  product: Product
  db: Client
  world: World
  people: readonly Person[]
  questions: readonly GridQuestion[]
}

type Round = {
  mixed: LoadResult
  rows: LoadResult
  bytes: LoadResult
  pgbenchReads: number | undefined
  pgbenchMixed: number | undefined
}

/** Logs people in and draws their requests. */
export async function openGridScene(product: Product, db: Client, world: World): Promise<GridScene> {
  const people = await logIn(product, gridPlayerIds)
  return { product, db, world, people, questions: drawQuestions(world, people) }
}

/** Runs grid reads with 2 % writes among them for some seconds. */
export async function loadGrid({ product, world, people, questions }: GridScene, round = 0): Promise<LoadResult> {
  const mixed = await fire({
    address: product.address,
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: SECONDS,
    next: mixedShots(world, { people, questions, seed: 100 + round }),
    meter: meterOf(product),
  })
  for (const kind of mixed.statuses.keys()) {
    if (shareOf(mixed, kind, 200) < 1) throw new Error(`not every ${kind} succeeded`)
  }
  return mixed
}

/** Alternates that load with its comparisons, several times. */
export async function measureGrid(scene: GridScene, memory: MemoryWatch): Promise<Section> {
  const { product, db, world, people, questions } = scene
  const [first] = people
  if (!first) throw new Error('nobody is logged in')
  const read = { script: await scriptOfMiss(product, db, world, first), weight: READS_PER_WRITE }
  const write = { script: await scriptOfWrites(product, db, { world, people }), weight: 1 }
  const cold = await fire({
    address: product.address,
    connections: CONNECTIONS,
    warmUpSeconds: 0,
    seconds: ASK_ALL_SECONDS,
    next: warmUpShots(questions),
    meter: meterOf(product),
  })
  const sample = questions.slice(0, SAMPLED_ANSWERS)
  const answers = await Promise.all(sample.map((question) => requestGrid(product, question)))
  const path = `/aaapi${courtStatusForPlayer.path}`
  const bareRows = await startBare('rows', path, answers)
  const bareBytes = await startBare('bytes', path, answers)

  const rounds: Round[] = []
  for (let round = 0; round < REPEATS; round++) {
    rounds.push({
      mixed: await memory.during(() => loadGrid(scene, round)),
      rows: await fireAtBare(bareRows, questions),
      bytes: await fireAtBare(bareBytes, questions),
      pgbenchReads: await runPgbench(product, [read], PGBENCH_LOAD),
      pgbenchMixed: await freeEvenings(db).then(() => runPgbench(product, [read, write], PGBENCH_LOAD)),
    })
    await freeEvenings(db)
  }
  await Promise.all([bareRows.stop(), bareBytes.stop()])
  return section(cold, rounds, answers)
}

function meterOf({ pid, postmasterPid }: Product) {
  return () => ({ server: cpuMsOf(pid), database: familyCpuMsOf(postmasterPid) })
}

function fireAtBare({ address, pid }: Bare, questions: readonly GridQuestion[]): Promise<LoadResult> {
  return fire({
    address,
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: SIDE_SECONDS,
    next: readShots(questions, 7),
    meter: () => ({ server: cpuMsOf(pid) }),
  })
}

function section(cold: LoadResult, rounds: readonly Round[], answers: readonly string[]): Section {
  const mixed = rounds.map((round) => round.mixed)
  const perSecond = (results: readonly LoadResult[]) => written(spreadOf(results.map((one) => rateOf(one))))
  const latency = (kind: string, share: number) =>
    spreadOf(mixed.map(({ latencies }) => quantile(latencies.get(kind) ?? [], share)))
  const p99 = latency('grid', 0.99)
  const size = answers.reduce((sum, answer) => sum + Buffer.byteLength(answer), 0) / answers.length
  const pgbenchRates = (rates: readonly (number | undefined)[]) => {
    const known = rates.flatMap((rate) => rate ?? [])
    return known.length > 0 ? written(spreadOf(known)) : 'pgbench is not installed'
  }
  const toPgbench = rounds.flatMap(({ mixed: one, pgbenchMixed }) => (pgbenchMixed ? rateOf(one) / pgbenchMixed : []))
  const rows: Row[] = [
    { what: 'every grid asked for the first time, per second', value: grouped(rateOf(cold)) },
    ...usageRows([cold]),
    { what: 'grids with 2 % writes, requests per second', value: perSecond(mixed) },
    { what: 'p50 of a grid, ms', value: written(latency('grid', 0.5), 1) },
    {
      what: 'p99 of a grid, ms',
      value: written(p99, 1),
      goal: `< ${MAX_P99_MS}`,
      met: p99.median < MAX_P99_MS,
      cause: 'a grid waits for the bookings that stand before it in the one process, each 2 to 3 ms of its CPU',
    },
    { what: 'p99 of a booking among them, ms', value: written(latency('create', 0.99), 1) },
    ...usageRows(mixed),
    {
      what: `no database, the same ${grouped(size / 1000, 1)} kB made of rows, requests per second`,
      value: perSecond(rounds.map((round) => round.rows)),
    },
    ...usageRows(rounds.map((round) => round.rows)),
    {
      what: 'no database, the same bytes ready, requests per second',
      value: perSecond(rounds.map((round) => round.bytes)),
    },
    ...usageRows(rounds.map((round) => round.bytes)),
    {
      what: 'pgbench, the statements of a grid that is not cached, per second',
      value: pgbenchRates(rounds.map((round) => round.pgbenchReads)),
    },
    {
      what: 'pgbench, those with the statements of 2 % writes, per second',
      value: pgbenchRates(rounds.map((round) => round.pgbenchMixed)),
    },
    goalRow(
      'grids : made of rows without a database',
      rounds.map((round) => rateOf(round.mixed) / rateOf(round.rows)),
      MIN_RATIO_TO_ROWS,
      'reads alone cost the server half as much again, much of it for writing to the socket; the rest are the 2 % writes, and the grids that are composed anew after each',
    ),
    ratioRow(
      'the same, by CPU of the server',
      rounds.flatMap(({ mixed: { cpuMs: own }, rows: { cpuMs: bare } }) =>
        own.server !== undefined && bare.server !== undefined ? bare.server / own.server : [],
      ),
    ),
    ratioRow(
      'grids : ready bytes without a database',
      rounds.map((round) => rateOf(round.mixed) / rateOf(round.bytes)),
    ),
    goalRow('grids with 2 % writes : pgbench with 2 % writes', toPgbench, MIN_RATIO_TO_PGBENCH),
  ]
  return { heading: `Grid: ${CONNECTIONS} connections, ${SECONDS} s × ${REPEATS}`, rows }
}
