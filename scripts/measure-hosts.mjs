// What a request costs each part of a deployment, in CPU, with one host and with three and a replica: docs/scaling.md. All
// of it shares this machine, so only what each part uses can be told, and not how many answers a second there are.
// It needs root on Debian. Run: node --import tsx scripts/measure-hosts.mjs
import { bookingShots, freeStudio } from '../bench/src/booking-requests.ts'
import { drawQuestions, gridPlayerIds } from '../bench/src/grid-requests.ts'
import { bytesOf, fire } from '../bench/src/load.ts'
import { logIn } from '../bench/src/people.ts'
import { cpuMsOf, familyCpuMsOf } from '../bench/src/usage.ts'
import { FIRST, fillWorld, STUDIO } from '../bench/src/world.ts'
import { createClient } from '../server/src/db/pool.ts'
import {
  compileServer,
  endAll,
  ensurePackages,
  makeDatabase,
  sql,
  startHost,
  startPooler,
  startPostgres,
  urlAt,
} from './hosts.mjs'

const [WARM_UP, MEASURED] = [600, 900]
const CONNECTIONS = 12

await ensurePackages()
const program = compileServer()
const primary = await startPostgres()
makeDatabase(primary)
sql(primary, `ALTER ROLE paidang_server SET statement_timeout = '30s'`)
sql(primary, `ALTER ROLE paidang_server SET idle_in_transaction_session_timeout = '30s'`)
const pooler = await startPooler(primary.port, { default_pool_size: 20 })
const replica = await startPostgres({ of: primary, settings: { hot_standby_feedback: 'on' } })

const direct = { DATABASE_URL: urlAt(primary.port), RATE_LIMITS: 'off' }
const pooled = { ...direct, DATABASE_URL: urlAt(pooler.port), DATABASE_DIRECT_URL: urlAt(primary.port) }
const DEPLOYMENTS = [
  { name: 'one host', count: 1, settings: direct },
  { name: 'one host, pooler of transactions', count: 1, settings: pooled },
  { name: 'three hosts', count: 3, settings: direct },
  { name: 'three hosts, replica', count: 3, settings: { ...direct, DATABASE_REPLICA_URL: urlAt(replica.port) } },
]

let world
const client = createClient(urlAt(primary.port), { onError: () => undefined })
await client.connect()
let students
let readers
/** The requests of each kind. No two bookings meet. */
const kinds = {
  booking: () => bookingShots(world, students),
  grid: () => {
    const questions = drawQuestions(world, readers)
    let at = 0
    return () => {
      const { token, key, body } = questions[at++ % questions.length]
      return { kind: 'grid', bytes: bytesOf({ method: 'POST', path: '/player-home/courtStatusBy', token, key, body }) }
    }
  },
  list: () => () => ({
    kind: 'list',
    bytes: bytesOf({
      method: 'GET',
      path: '/stadium/searchByCityAndApprove?rows=20',
      token: readers[0].token,
      body: {},
    }),
  }),
}

try {
  for (const { name, count, settings } of DEPLOYMENTS) {
    const hosts = []
    for (let at = 0; at < count; at++) hosts.push(await startHost(program, settings))
    if (!world) {
      world = await fillWorld(client)
      students = await logIn(
        hosts[0],
        Array.from({ length: STUDIO.places }, (_, place) => FIRST.studioPlayer + place),
      )
      readers = await logIn(hosts[0], gridPlayerIds)
    }
    for (const [kind, shotsOf] of Object.entries(kinds)) {
      if (kind === 'booking') await freeStudio(client)
      const next = shotsOf()
      // The replica is not read by who has just written, nor before it is known to follow.
      if (kind === 'list') await new Promise((resolve) => setTimeout(resolve, 7_000))
      const meter = () => ({
        hosts: hosts.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
        primary: familyCpuMsOf(primary.pid()),
        replica: familyCpuMsOf(replica.pid()),
        pooler: cpuMsOf(pooler.pid),
      })
      /** Sends so many to each host. What has run little is slow, so it does not count. */
      const send = (count, meter) =>
        Promise.all(
          hosts.map(({ address }, at) => {
            let left = count
            const limited = () => (left-- > 0 ? next() : undefined)
            const load = {
              address,
              connections: CONNECTIONS / hosts.length,
              warmUpSeconds: 0,
              seconds: 600,
              next: limited,
            }
            return fire({ ...load, ...(at === 0 && meter && { meter }) })
          }),
        )
      await send(WARM_UP, undefined)
      if (kind === 'booking') await freeStudio(client)
      const results = await send(Math.ceil(MEASURED / count), meter)
      const answers = results.map(({ latencies }) =>
        [...latencies.values()].reduce((sum, list) => sum + list.length, 0),
      )
      const all = answers.reduce((sum, one) => sum + one, 0)
      const good = results.reduce(
        (sum, { statuses }) => sum + (statuses.get(kind === 'booking' ? 'create' : kind)?.get(200) ?? 0),
        0,
      )
      // The meter divides by the answers of the first host.
      const each = Object.entries(results[0].cpuMs).map(
        ([part, ms]) => `${part} ${((ms * answers[0]) / all).toFixed(2)}`,
      )
      console.log(`${name} | ${kind} | ${all} answers, ${good} good | ${each.join(' | ')}`)
    }
    for (const host of hosts) await host.end()
  }
} finally {
  await client.end()
  await endAll()
}
