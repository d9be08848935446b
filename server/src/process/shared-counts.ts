import type { Worker } from 'node:cluster'
import { LRUCache } from 'lru-cache'

/**
 * What callers have taken, counted together over the processes of this machine. Places are those of a machine, since they
 * protect it. Windows can be those of all hosts.
 */
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

/** `unshared`: what the other hosts do not know of `current` yet. */
type Window = { current: number; unshared: number; endsAt: number }

/** How windows become those of all hosts. */
type Sharing = {
  /** Adds to what the hosts have counted. @returns all calls of each window */
  add(windows: { key: string; endsAt: number; calls: number }[]): Promise<number[]>
  onError(error: unknown): void
}
/** How long a host counts for itself before it tells the others. A caller exceeds a limit by what it sends meanwhile. */
const SHARE_MS = 500

/**
 * Creates the counts of one process, or of the primary for its workers.
 *
 * @param sharing with it, windows begin at the same moments on all hosts, and hold the calls of all
 */
export function createCounts(sharing?: Sharing): Counts & { stop(): void } {
  const windows = new LRUCache<string, Window>({ max: MAX_WINDOWS })
  const places = new Map<string, number>()
  const due = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const share = async ({ add, onError }: Sharing) => {
    const sent = [...due].flatMap((key) => {
      const window = windows.get(key)
      return window && window.endsAt > Date.now() ? [{ key, window, calls: window.unshared }] : []
    })
    due.clear()
    for (const { window } of sent) window.unshared = 0
    try {
      const totals =
        sent.length > 0 ? await add(sent.map(({ key, window, calls }) => ({ key, calls, endsAt: window.endsAt }))) : []
      for (const [at, { window }] of sent.entries()) window.current = (totals[at] ?? 0) + window.unshared
    } catch (error) {
      // This host goes on alone, and tells the others later.
      onError(error)
      for (const { key, window, calls } of sent) {
        window.unshared += calls
        due.add(key)
      }
    }
    timer = undefined
    if (due.size > 0) shareSoon()
  }
  const shareSoon = () => {
    if (sharing && !isStopped) timer ??= setTimeout(() => void share(sharing), SHARE_MS).unref()
  }

  return {
    async count(key, windowMs) {
      const now = Date.now()
      const known = windows.get(key)
      const endsAt = sharing ? (Math.floor(now / windowMs) + 1) * windowMs : now + windowMs
      const open = known && known.endsAt > now ? known : { current: 0, unshared: 0, endsAt }
      open.current += 1
      windows.set(key, open)
      if (sharing) {
        open.unshared += 1
        due.add(key)
        shareSoon()
      }
      return { current: open.current, ttl: open.endsAt - now }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
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
