import { exportOwnData } from '@paidang/api/areas/desks/accounts'
import { staffLogin } from '@paidang/api/areas/desks/staff'
import { exportManagedCard, queryCards } from '@paidang/api/areas/money/admin-cards'
import { h5Login } from '@paidang/api/areas/people/auth'
import { searchVenues } from '@paidang/api/areas/places/venues'
import { exportStudentsAtRisk } from '@paidang/api/areas/views/analytics'
import { exportRecords } from '@paidang/api/areas/views/coach-home'
import type { Call } from '@paidang/api/client'
import { enterAsAdmin, PASSWORD } from './console.ts'
import { quantile, spreadOf, written } from './numbers.ts'
import { clientOf } from './people.ts'
import type { Product } from './product.ts'
import type { Section } from './report.ts'
import { sized } from './scale.ts'

const REPEATS = sized(3, 1)
/** The number of calls by another user during the exports, one after another. */
const CALLS = sized(200, 5)
/** Source: decision record 027 */
const GOAL = 2

/** Creates one file. Resolves when the file has arrived. */
type Exporter = () => Promise<unknown>

/**
 * Measures how much ten concurrent exporters slow down the reads of another user. Each exporter starts the next file as
 * soon as the last has arrived. The comparison is the same read without exports.
 */
export async function measureExports(product: Product): Promise<Section> {
  const exporters = await exportersOf(product.address)
  const reader = await userOf(product.address, 'player3')
  const read = () => reader.call(searchVenues, { query: { city: '上海', current: 1, rows: 10 } })
  // Starts all threads, connections and plans before the measurement.
  for (const make of exporters) await make()
  await p95Of(read)

  const [idle, busy, ratios, made]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const alone = await p95Of(read)
    const load = startLoad(exporters)
    const among = await p95Of(read)
    made.push(await load.stop())
    idle.push(alone)
    busy.push(among)
    ratios.push(among / alone)
  }
  const ratio = spreadOf(ratios)
  return {
    heading: `Files for ${exporters.length} people at once, ${CALLS} reads of somebody else × ${REPEATS}`,
    rows: [
      { what: 'p95 of a read while nobody makes a file, ms', value: written(spreadOf(idle), 1) },
      { what: 'p95 of a read among them, ms', value: written(spreadOf(busy), 1) },
      { what: 'files made meanwhile', value: written(spreadOf(made)) },
      {
        what: 'reads among them : reads alone, p95',
        ratio: written(ratio, 2),
        goal: `< ${GOAL}`,
        met: ratio.median < GOAL,
      },
    ],
  }
}

async function p95Of(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const begin = performance.now()
    await read()
    times.push(performance.now() - begin)
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.95,
  )
}

/** Lets every exporter create files until it is stopped. @returns the number of files, when stopped */
function startLoad(exporters: readonly Exporter[]): { stop(): Promise<number> } {
  let isOver = false
  let made = 0
  const all = exporters.map(async (make) => {
    while (!isOver) {
      await make()
      made += 1
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(all)
      return made
    },
  }
}

/** Ten people of the demo world with their export: a company's students, coaches' records, cards, personal data. */
async function exportersOf(address: string): Promise<Exporter[]> {
  const admin = clientOf(address, await enterAsAdmin(address))
  const coaches = await Promise.all(['coach', 'coach2', 'coach3', 'solo'].map((name) => userOf(address, name)))
  const players = await Promise.all(['player', 'player2', 'player3'].map((name) => userOf(address, name)))
  const operators = await Promise.all(['operator', 'senior'].map((name) => operatorOf(address, name)))
  const cards = await Promise.all(operators.map((call) => call(queryCards, { query: { current: 1, rows: 1 } })))
  const cardId = cards[0]?.rows[0]?.card.id ?? ''
  return [
    () => admin(exportStudentsAtRisk, { query: { format: 'xlsx' } }),
    ...coaches.map(
      ({ call, id }) =>
        () =>
          call(exportRecords, { params: { coachId: id }, query: { months: 12 } }),
    ),
    ...players.map(
      ({ call }) =>
        () =>
          call(exportOwnData, {}),
    ),
    ...operators.map((call) => () => call(exportManagedCard, { params: { id: cardId }, query: { format: 'xlsx' } })),
  ]
}

async function userOf(address: string, username: string): Promise<{ call: Call; id: string }> {
  const { tokens, userInfo } = await clientOf(address)(h5Login, { body: { username, password: PASSWORD } })
  return { call: clientOf(address, tokens.token), id: userInfo.userId }
}

async function operatorOf(address: string, username: string): Promise<Call> {
  const { token } = await clientOf(address)(staffLogin, { body: { username, password: PASSWORD } })
  return clientOf(address, token)
}
