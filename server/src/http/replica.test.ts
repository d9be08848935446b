import { createAddress, deleteAddress, listAddresses } from '@paidang/api/areas/people/addresses'
import { searchVenues } from '@paidang/api/areas/places/venues'
import { afterAll, expect, test } from 'vitest'
import { givenPlayer, givenVenue } from '../testing/builders.ts'
import { PUDONG } from '../testing/given-people.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'

// A database of its own stands for the replica: what it answers shows who read there. A real one that lags and dies is in
// npm run test:long -- hosts.
const { app, db, signedInAs, call, another } = await startTestServer()
const replica = await createTestDatabase()
afterAll(replica.drop)

type Fake = { writers: Set<string>; failures: unknown[] }
function giveReplica(one: typeof app): Fake {
  const [writers, failures] = [new Set<string>(), [] as unknown[]]
  one.replica = {
    databaseFor: (person) => (person !== undefined && writers.has(person) ? undefined : replica.db),
    wrote: (person) => void writers.add(person),
    lostTrack: () => undefined,
    failed: (error) => failures.push(error),
    stop: async () => undefined,
  }
  return { writers, failures }
}

test('who wrote reads from the primary, on every process, and nothing but what may lag is read elsewhere', async () => {
  const [here, there] = [giveReplica(app), giveReplica(await another())]
  await givenVenue(db, { name: '新馆' })
  const [writer, reader] = [await givenPlayer(db), await givenPlayer(db)]
  const namesFor = async (as: typeof call) =>
    (await as(searchVenues, { query: { current: 1, rows: 10 } })).rows.map(({ name }) => name)
  expect(await namesFor(signedInAs(writer))).toEqual([])
  const body = { name: '林晓', phone: '13812345678', regionCode: PUDONG, detail: '世纪大道 1 号' }
  const { id, revision } = await signedInAs(writer)(createAddress, { body })
  expect(await signedInAs(writer)(listAddresses, {})).toHaveLength(1)
  expect(await namesFor(signedInAs(writer))).toEqual(['新馆'])
  expect([await namesFor(signedInAs(reader)), await namesFor(call)]).toEqual([[], []])
  await expect.poll(() => [...there.writers]).toEqual([`app ${writer}`])

  // A call without a key tells it too.
  here.writers.clear()
  await signedInAs(writer)(deleteAddress, { params: { id }, query: { revision } })
  expect([...here.writers]).toEqual([`app ${writer}`])
  app.replica = undefined
})

test('what fails there is answered by the primary', async () => {
  const { failures } = giveReplica(app)
  await givenVenue(db, { name: '新馆' })
  await replica.query('alter table venues rename to venues_gone', [])
  expect((await call(searchVenues, { query: { current: 1, rows: 10 } })).rows).toHaveLength(1)
  expect(failures).toHaveLength(1)
  await replica.query('alter table venues_gone rename to venues', [])
  app.replica = undefined
})
