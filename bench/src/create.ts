import type { Client } from 'pg'
import { bookingShots, freeStudio } from './booking-requests.ts'
import { scriptOfBooking } from './booking-script.ts'
import { fire, type LoadResult, rateOf, shareOf } from './load.ts'
import { quantile, spreadOf, written } from './numbers.ts'
import { logIn } from './people.ts'
import { runPgbench } from './pgbench.ts'
import type { Product } from './product.ts'
import { goalRow, type Section, usageRows } from './report.ts'
import { sized } from './scale.ts'
import { cpuMsOf, familyCpuMsOf } from './usage.ts'
import { FIRST, STUDIO, type World } from './world.ts'

const CONNECTIONS = sized(32, 4)
const REPEATS = sized(3, 1)
const SECONDS = sized(4, 1)
const WARM_UP_SECONDS = sized(1, 0)
const MIN_RATIO = 0.5

type Wanted = { product: Product; db: Client; world: World }

/**
 * Measures bookings with an Idempotency-Key, each for other half-hours. It alternates several times with pgbench, which
 * runs the statements of a booking.
 */
export async function measureCreate({ product, db, world }: Wanted): Promise<Section> {
  const students = await logIn(
    product,
    Array.from({ length: STUDIO.places }, (_, place) => FIRST.studioPlayer + place),
  )
  const script = await scriptOfBooking(product, db, { world, students, clients: CONNECTIONS })

  const load = { clients: CONNECTIONS, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS }
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
    rounds.push({ booked, pgbench: await runPgbench(product, [{ script, weight: 1 }], load) })
  }
  return section(rounds)
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
