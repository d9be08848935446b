import type { Worker } from 'node:cluster'
import { LRUCache } from 'lru-cache'

/** What callers have taken, counted together over the processes of this machine. */
export type Counts = {
  /** Counts one more under the key. @returns how many its window has, and the milliseconds until the window ends */
  count(key: string, windowMs: number): Promise<{ current: number; ttl: number }>
  /** Takes one of the places under the key. Returns false when all are taken. */
  enter(key: string, places: number): Promise<boolean>
  leave(key: string): void
}

/** A question of a worker to the primary process; `of` is the window or the number of places. */
type Question = { question: number; name: keyof Counts; key: string; of: number }
type Reply = { question: number; answer: unknown }

/** Windows that are counted at once. Beyond that the one that was counted longest ago begins anew. */
const MAX_WINDOWS = 20_000

/** Creates the counts of one process, or of the primary for its workers. */
export function createCounts(): Counts {
  const windows = new LRUCache<string, { current: number; endsAt: number }>({ max: MAX_WINDOWS })
  const places = new Map<string, number>()
  return {
    async count(key, windowMs) {
      const now = Date.now()
      const known = windows.get(key)
      const open = known && known.endsAt > now ? known : { current: 0, endsAt: now + windowMs }
      open.current += 1
      windows.set(key, open)
      return { current: open.current, ttl: open.endsAt - now }
    },
    async enter(key, most) {
      const held = places.get(key) ?? 0
      if (held >= most) return false
      places.set(key, held + 1)
      return true
    },
    leave(key) {
      const left = (places.get(key) ?? 1) - 1
      if (left > 0) places.set(key, left)
      else places.delete(key)
    },
  }
}

/** Answers the questions of a worker from the counts of the primary. The places of a worker that ends are left. */
export function answerWorker(counts: Counts, worker: Pick<Worker, 'on' | 'send' | 'isConnected'>): void {
  const held = new Map<string, number>()
  worker.on('message', async ({ question, name, key, of }: Question) => {
    if (question === undefined) return
    if (name === 'leave') {
      held.set(key, (held.get(key) ?? 1) - 1)
      return counts.leave(key)
    }
    const answer = await counts[name](key, of)
    if (name === 'enter' && answer) held.set(key, (held.get(key) ?? 0) + 1)
    if (worker.isConnected()) worker.send({ question, answer } satisfies Reply)
  })
  worker.on('exit', () => {
    for (const [key, number] of held) for (let left = number; left > 0; left -= 1) counts.leave(key)
    held.clear()
  })
}

/** The counts of a worker, which asks the primary process. */
export function countsOfPrimary(channel: Pick<NodeJS.Process, 'on' | 'send'>): Counts {
  const waiting = new Map<number, (answer: never) => void>()
  let questions = 0
  const ask = <A>(name: keyof Counts, key: string, of: number): Promise<A> =>
    new Promise((resolve) => {
      questions += 1
      waiting.set(questions, resolve)
      channel.send?.({ question: questions, name, key, of } satisfies Question)
    })
  channel.on('message', (message: unknown) => {
    const { question, answer } = message as Reply
    waiting.get(question)?.(answer as never)
    waiting.delete(question)
  })
  return {
    count: (key, windowMs) => ask('count', key, windowMs),
    enter: (key, places) => ask('enter', key, places),
    leave: (key) => void channel.send?.({ question: 0, name: 'leave', key, of: 0 } satisfies Question),
  }
}
