import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { addToWindows } from './rate-windows.ts'

const { db, query, drop } = await createTestDatabase()
afterAll(drop)

const inMs = (ms: number) => Math.floor(Date.now() / 1000) * 1000 + ms
const of = (key: string, calls: number, endsAt: number) => ({ key, calls, endsAt })

test('hosts add to one window, a new window begins at nothing, and those that are over go', async () => {
  const [soon, later] = [inMs(60_000), inMs(120_000)]
  expect(await addToWindows(db, [of('b', 2, soon), of('a', 1, soon), of('past', 9, inMs(-60_000))])).toEqual([2, 1, 9])
  expect(await addToWindows(db, [of('a', 4, soon), of('c', 1, soon)])).toEqual([5, 1])
  expect(await addToWindows(db, [of('a', 1, later)])).toEqual([1])
  // A host whose clock is behind adds to the window that others have begun.
  expect(await addToWindows(db, [of('a', 2, soon)])).toEqual([3])
  const rows = await query('select key, calls from rate_windows order by calls', [])
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('"a"')
})

test('many hosts that add at once neither lose a call nor deadlock', async () => {
  const keys = ['x', 'y', 'z']
  const endsAt = inMs(60_000)
  const orders = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? keys : [...keys].reverse()))
  const all = await Promise.all(
    orders.map((order) =>
      addToWindows(
        db,
        order.map((key) => of(key, 1, endsAt)),
      ),
    ),
  )
  for (const key of keys) {
    const totals = all.map((answer, at) => answer[orders[at]?.indexOf(key) ?? 0]).sort((a = 0, b = 0) => a - b)
    expect(totals).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  }
})
