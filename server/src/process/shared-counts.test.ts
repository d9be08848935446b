import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { answerWorker, countsOfPrimary, createCounts } from './shared-counts.ts'

/** A worker of these counts: what it counts, and how it ends. */
function workerOf(counts: ReturnType<typeof createCounts>) {
  const [here, there] = [new EventEmitter(), new EventEmitter()]
  const isConnected = () => true
  const toWorker = Object.assign(here, { send: (message: object) => there.emit('message', message), isConnected })
  const toPrimary = Object.assign(there, { send: (message: object) => here.emit('message', message) })
  answerWorker(counts, toWorker as never)
  return { counts: countsOfPrimary(toPrimary as never), end: () => here.emit('exit') }
}

test('workers count requests together, in one window for each key', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  const counts = createCounts()
  const [one, other] = [workerOf(counts).counts, workerOf(counts).counts]
  expect(await one.count('a', 60_000)).toEqual({ current: 1, ttl: 60_000 })
  vi.setSystemTime(20_000)
  expect(await other.count('a', 60_000)).toEqual({ current: 2, ttl: 40_000 })
  expect(await other.count('b', 60_000)).toEqual({ current: 1, ttl: 60_000 })
  vi.setSystemTime(60_000)
  expect(await one.count('a', 60_000)).toEqual({ current: 1, ttl: 60_000 })
  vi.useRealTimers()
})

test('workers share the places of a key, and those of a worker that ends are free again', async () => {
  const counts = createCounts()
  const [one, other] = [workerOf(counts), workerOf(counts)]
  expect(await Promise.all([one, one, other, other].map((worker) => worker.counts.enter('a', 3)))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(await other.counts.enter('b', 1)).toBe(true)
  one.counts.leave('a')
  expect([await other.counts.enter('a', 3), await one.counts.enter('a', 3)]).toEqual([true, false])
  other.end()
  expect([await one.counts.enter('a', 3), await one.counts.enter('a', 3)]).toEqual([true, true])
  expect(await one.counts.enter('a', 3)).toBe(false)
  expect(await one.counts.enter('b', 1)).toBe(true)
})

test('two hosts count together, and go on alone while the database is away', async () => {
  vi.useFakeTimers({ now: 10_000 })
  const known = new Map<string, number>()
  let isAway = false
  const faults: unknown[] = []
  const add = async (windows: { key: string; endsAt: number; calls: number }[]) => {
    if (isAway) throw new Error('away')
    return windows.map(({ key, endsAt, calls }) => {
      const total = (known.get(`${key} ${endsAt}`) ?? 0) + calls
      known.set(`${key} ${endsAt}`, total)
      return total
    })
  }
  const hosts = [1, 2].map(() => createCounts({ add, onError: (error) => faults.push(error) }))
  const counted = async () =>
    (await Promise.all(hosts.map((host) => host.count('a', 60_000)))).map(({ current }) => current)
  expect(await counted()).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(500)
  // Who told first knows what the other had told by then.
  expect(await counted()).toEqual([2, 3])
  isAway = true
  await vi.advanceTimersByTimeAsync(500)
  expect(await counted()).toEqual([3, 4])
  expect(faults.length).toBeGreaterThan(0)
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect([...known.values()]).toEqual([6])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await counted()).toEqual([1, 1])
  for (const host of hosts) host.stop()
  vi.useRealTimers()
})
