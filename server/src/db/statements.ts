import type { Pool } from 'pg'

/** What the statements of one text took since the process began. */
type Taken = { text: string; times: number; totalMs: number; maxMs: number }

/** The statements of one process, by their texts. Texts hold no values. */
export type Statements = {
  /** The texts that took most time, together. */
  slowest(most: number): Taken[]
}

/** Called after each statement. */
export type OnStatement = (text: string, ms: number, begunAt: number, error?: Error) => void

/** Lists of values have a text for each length. The ones that come after these count together. */
const MAX_TEXTS = 2_000
const OTHERS = 'others'
/** Long texts differ in their beginnings. */
const SHOWN_LENGTH = 300

/**
 * Times every statement of the pool. Control of transactions goes out with the statement after it, and takes no time of its
 * own.
 */
export function observeStatements(pool: Pool, onStatement: OnStatement): Statements {
  const taken = new Map<string, Taken>()
  const note = (text: string, ms: number) => {
    const key = taken.has(text) || taken.size < MAX_TEXTS ? text : OTHERS
    const one = taken.get(key) ?? {
      text: key.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH),
      times: 0,
      totalMs: 0,
      maxMs: 0,
    }
    one.times += 1
    one.totalMs += ms
    one.maxMs = Math.max(one.maxMs, ms)
    taken.set(key, one)
  }
  pool.on('connect', (client) => {
    const query = client.query as (...args: unknown[]) => unknown
    const observed = (...args: unknown[]) => {
      const begunAt = performance.now()
      const [config] = args as [string | { text: string }]
      const text = typeof config === 'string' ? config : config.text
      const done = (error?: Error | null) => {
        const ms = performance.now() - begunAt
        note(text, ms)
        onStatement(text, ms, begunAt, error ?? undefined)
      }
      const place = args.findIndex((one) => typeof one === 'function')
      const callback = args[place] as ((...answer: [Error | null, unknown]) => void) | undefined
      // Outside transactions the pool asks, with a callback.
      if (callback) {
        const told = (...answer: [Error | null, unknown]) => {
          done(answer[0])
          callback(...answer)
        }
        return query.apply(
          client,
          args.map((one, index) => (index === place ? told : one)),
        )
      }
      const answer = query.apply(client, args)
      if (answer instanceof Promise) answer.then(() => done(), done)
      return answer
    }
    client.query = observed as typeof client.query
  })
  return {
    slowest(most) {
      const worst = [...taken.values()].sort((a, b) => b.totalMs - a.totalMs).slice(0, most)
      return worst.map(({ totalMs, maxMs, ...one }) => ({
        ...one,
        totalMs: Math.round(totalMs),
        maxMs: Math.round(maxMs),
      }))
    },
  }
}
