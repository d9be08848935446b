import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { bookingShots, freeStudio } from './booking-requests.ts'
import { scriptOfBooking } from './booking-script.ts'
import { fire, type LoadResult, rateOf, shareOf } from './load.ts'
import { quantile, spreadOf, written } from './numbers.ts'
import { logIn } from './people.ts'
import { runPgbench, type Script } from './pgbench.ts'
import type { Product } from './product.ts'
import { goalRow, type Section, usageRows } from './report.ts'
import { cpuMsOf, familyCpuMsOf } from './usage.ts'
import { FIRST, STUDIO, type World } from './world.ts'

const CONNECTIONS = 32
const REPEATS = 3
const SECONDS = 4
const WARM_UP_SECONDS = 1
const MIN_RATIO = 0.5
/** The server stood still while it was notified by pgbench's bookings; then it catches up. */
const CATCH_UP_MS = 1_500

type Wanted = { product: Product; db: Client; world: World; hasPgbench: boolean }

/**
 * Bookings with an Idempotency-Key, each for other half-hours, in turn with pgbench running the statements of a booking,
 * several times.
 */
export async function measureCreate({ product, db, world, hasPgbench }: Wanted): Promise<Section> {
  const students = await logIn(
    product,
    Array.from({ length: STUDIO.places }, (_, place) => FIRST.studioPlayer + place),
  )
  const script = hasPgbench ? await scriptOfBooking(product, db, { world, students, clients: CONNECTIONS }) : undefined

  const rounds: { booked: LoadResult; pgbench: number | undefined }[] = []
  for (let round = 0; round < REPEATS; round++) {
    await freeStudio(db)
    const booked = await fire({
      address: product.address,
      connections: CONNECTIONS,
      warmUpSeconds: WARM_UP_SECONDS,
      seconds: SECONDS,
      next: bookingShots(world, students),
      meter: () => ({ server: cpuMsOf(product.pid), database: familyCpuMsOf(product.postmasterPid) }),
    })
    await freeStudio(db)
    rounds.push({ booked, pgbench: script && (await runWithServerAtRest(product, script)) })
  }
  return section(rounds)
}

/** Each of pgbench's bookings notifies the server, whose work must not slow pgbench down. */
async function runWithServerAtRest({ pid, databaseUrl }: Product, script: Script): Promise<number | undefined> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await runPgbench(script, { databaseUrl, clients: CONNECTIONS, seconds: SECONDS })
  } finally {
    process.kill(pid, 'SIGCONT')
    await sleep(CATCH_UP_MS)
  }
}

function section(rounds: readonly { booked: LoadResult; pgbench: number | undefined }[]): Section {
  const results = rounds.map(({ booked }) => booked)
  const rates = rounds.flatMap(({ pgbench }) => pgbench ?? [])
  const latency = (share: number) =>
    written(spreadOf(results.map(({ latencies }) => quantile(latencies.get('create') ?? [], share))), 1)
  const ratios = rounds.flatMap(({ booked, pgbench }) => (pgbench ? rateOf(booked) / pgbench : []))
  return {
    heading: `Booking: ${CONNECTIONS} connections, ${SECONDS} s × ${REPEATS}`,
    rows: [
      { what: 'bookings per second', value: written(spreadOf(results.map((one) => rateOf(one)))) },
      { what: 'p50 of a booking, ms', value: latency(0.5) },
      { what: 'p99 of a booking, ms', value: latency(0.99) },
      {
        what: 'bookings that succeeded, %',
        value: written(spreadOf(results.map((one) => 100 * shareOf(one, 'create', 200))), 1),
      },
      ...usageRows(results),
      {
        what: 'pgbench, the statements of a booking, per second (all succeed)',
        value: rates.length > 0 ? written(spreadOf(rates)) : 'pgbench is not installed',
      },
      goalRow('bookings : pgbench', ratios, MIN_RATIO),
    ],
  }
}
