import type { Client } from 'pg'
import { bookingShots, freeStudio } from './booking-requests.ts'
import { scriptOfBooking } from './booking-script.ts'
import { fire, type LoadResult, rateOf, shareOf } from './load.ts'
import { grouped, quantile, spreadOf, written } from './numbers.ts'
import type { Person } from './people.ts'
import { runPgbench } from './pgbench.ts'
import type { Product } from './product.ts'
import { goalRow, type Section, usageRows } from './report.ts'
import { sized } from './scale.ts'
import { freeSpike, scriptOfSpike } from './spike.ts'
import { cpuMsOf, familyCpuMsOf } from './usage.ts'
import type { World } from './world.ts'

const CONNECTIONS = sized(32, 4)
const REPEATS = sized(3, 1)
const SECONDS = sized(4, 1)
/** Plans of each connection, and the code that V8 compiles, take some seconds. */
const WARM_UP_SECONDS = sized(4, 0)
const MIN_RATIO = 0.5
const MIN_RATE = 700
const MIN_RATE_OF_STATEMENTS = 1_500
const MAX_WAL_BYTES = 5_000
const MIN_RATIO_TO_SPIKE = 0.4

type Wanted = { product: Product; db: Client; world: World; students: readonly Person[] }

/**
 * Measures bookings with an Idempotency-Key, each for other half-hours. It alternates several times with pgbench, which
 * runs the statements of a booking, and with pgbench on the least that keeps its promise.
 */
export async function measureCreate({ product, db, world, students }: Wanted): Promise<Section> {
  const script = await scriptOfBooking(product, db, { world, students, clients: CONNECTIONS })

  const spike = await scriptOfSpike(db, world, CONNECTIONS)

  const load = { clients: CONNECTIONS, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS }
  const rounds: Round[] = []
  for (let round = 0; round < REPEATS; round++) {
    await freeStudio(db)
    const walBefore = await writtenWal(db)
    const booked = await fire({
      address: product.address,
      connections: CONNECTIONS,
      warmUpSeconds: WARM_UP_SECONDS,
      seconds: SECONDS,
      next: bookingShots(world, students),
      meter: () => ({ server: cpuMsOf(product.pid), database: familyCpuMsOf(product.postmasterPid) }),
    })
    const walBytes = ((await writtenWal(db)) - walBefore) / (rateOf(booked) * (SECONDS + WARM_UP_SECONDS))
    await freeStudio(db)
    const pgbench = await runPgbench(product, [{ script, weight: 1 }], load)
    await freeSpike(db)
    rounds.push({ booked, walBytes, pgbench, spike: await runPgbench(product, [{ script: spike, weight: 1 }], load) })
  }
  return section(rounds)
}

/** What one round measured: the log that a booking writes in bytes, about, and rates of pgbench if it is installed. */
type Round = { booked: LoadResult; walBytes: number; pgbench: number | undefined; spike: number | undefined }

/** Bytes that the database has written into its log so far. */
async function writtenWal(db: Client): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")
  return Number(rows[0]?.bytes)
}

const OF_A_BOOKING =
  'of the database’s CPU a tenth are checks, which PostgreSQL parses anew for each row, a quarter triggers and foreign keys, and most is the start of statements over a dozen tables'

function section(rounds: readonly Round[]): Section {
  const results = rounds.map(({ booked }) => booked)
  const ratesOf = (rates: readonly number[]) =>
    rates.length > 0 ? written(spreadOf(rates)) : 'pgbench is not installed'
  const latency = (share: number) =>
    written(spreadOf(results.map(({ latencies }) => quantile(latencies.get('create') ?? [], share))), 1)
  const ratiosTo = (other: 'pgbench' | 'spike') =>
    rounds.flatMap(({ booked, [other]: rate }) => (rate ? rateOf(booked) / rate : []))
  const rate = spreadOf(results.map((one) => rateOf(one)))
  const wal = spreadOf(rounds.map((one) => one.walBytes))
  const statements = rounds.flatMap(({ pgbench }) => pgbench ?? [])
  return {
    heading: `Booking: ${CONNECTIONS} connections, ${SECONDS} s × ${REPEATS}`,
    rows: [
      {
        what: 'bookings per second',
        value: written(rate),
        goal: `≥ ${MIN_RATE}`,
        met: rate.median >= MIN_RATE,
        cause: 'server and database share the cores, and each booking takes what stands below of them',
      },
      { what: 'p50 of a booking, ms', value: latency(0.5) },
      { what: 'p99 of a booking, ms', value: latency(0.99) },
      {
        what: 'bookings that succeeded, %',
        value: written(spreadOf(results.map((one) => 100 * shareOf(one, 'create', 200))), 1),
      },
      ...usageRows(results),
      {
        what: '… bytes of the log of the database, about',
        value: written(wal),
        goal: `≤ ${grouped(MAX_WAL_BYTES)}`,
        met: wal.median <= MAX_WAL_BYTES,
        cause: 'its rows, their entries in indexes, and pages that are logged whole after a checkpoint',
      },
      {
        what: 'pgbench, the statements of a booking, per second (all succeed)',
        value: ratesOf(statements),
        ...(statements.length > 0 && {
          goal: `≥ ${grouped(MIN_RATE_OF_STATEMENTS)}`,
          met: spreadOf(statements).median >= MIN_RATE_OF_STATEMENTS,
          cause: OF_A_BOOKING,
        }),
      },
      {
        what: 'pgbench, the least that keeps its promise, written by hand, per second',
        value: ratesOf(rounds.flatMap(({ spike }) => spike ?? [])),
      },
      goalRow('bookings : pgbench', ratiosTo('pgbench'), MIN_RATIO),
      goalRow('bookings : the least by hand', ratiosTo('spike'), MIN_RATIO_TO_SPIKE, OF_A_BOOKING),
    ],
  }
}
