import { expect, test, vi } from 'vitest'
import { type FairLimits, FairQueue } from './fair-queue.ts'

const LIMITS: FairLimits = { atOnce: 2, perAccount: 1, waitingPerAccount: 2, waiting: 3, refusal: 'requests_too_many' }

/** A queue whose tasks end on demand, with the order in which they began. */
function watched(limits: Partial<FairLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    run: (account: string, name: string) =>
      queue.run(account, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      }),
    /** Ends a task once it has begun. */
    async end(name: string) {
      await vi.waitUntil(() => ends.has(name))
      ends.get(name)?.()
    },
  }
}

test('one account runs no more than its share, even when there is room', async () => {
  const { begun, run, end } = watched()
  const tasks = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')]
  for (const name of ['b1', 'a1', 'a2']) await end(name)
  expect(await Promise.all(tasks)).toEqual(['a1', 'a2', 'b1'])
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('accounts take turns, however many tasks one of them has', async () => {
  const { begun, run, end } = watched({ atOnce: 1, waitingPerAccount: 9, waiting: 99 })
  const tasks = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => run(name.slice(0, 1), name))
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) await end(name)
  await Promise.all(tasks)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('an account with enough waiting tasks is refused, and others are accepted until too many wait', async () => {
  const { run, end } = watched({ atOnce: 1 })
  const tasks = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3')]
  await expect(run('a', 'a4')).rejects.toMatchObject({ code: 'requests_too_many' })
  tasks.push(run('b', 'b1'))
  await expect(run('c', 'c1')).rejects.toMatchObject({ code: 'server_busy' })
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
  expect(await Promise.all(tasks)).toHaveLength(4)
})

test('a failed task frees its place', async () => {
  const queue = new FairQueue({ ...LIMITS, atOnce: 1 })
  const fail = () => Promise.reject(new Error('no'))
  await expect(queue.run('a', fail)).rejects.toThrow('no')
  expect(await queue.run('a', () => 'yes')).toBe('yes')
})
