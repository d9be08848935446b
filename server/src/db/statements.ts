import type { Pool } from 'pg'

/** What the statements of one text took since the process began. */
type Taken = { text: string; times: number; totalMs: number; maxMs: number }

/** The statements of one process, by their texts. Texts hold no values. */
export type Statements = {
  /** The texts that took most time, together. */
  slowest(most: number): Taken[]
}

/** Called when a statement begins. What it returns is called at its end. */
export type Observer = (text: string) => (ms: number, error: Error | undefined) => void

/** Lists of values have a text for each length. The ones that come after these count together. */
const MAX_TEXTS = 2_000
const OTHERS = 'others'
/** Long texts differ in their beginnings. */
const SHOWN_LENGTH = 300
/** Control of transactions carries no comment: it goes out with the statement after it. */
const COMMENTED = /^\s*(select|insert|update|delete|with)\b/i

type Parts = {
  observers: readonly Observer[]
  /** A comment for the statement that begins now. It has no name then, since its text never comes again. */
  comment?: (() => string | undefined) | undefined
}
type Told = (error: Error | null, answer: unknown) => void

/** Times every statement of the pool, and tells the observers. */
export function observeStatements(pool: Pool, { observers, comment }: Parts): Statements {
  const taken = new Map<string, Taken>()
  const note = (text: string, ms: number) => {
    const key = taken.has(text) || taken.size < MAX_TEXTS ? text : OTHERS
    const known = taken.get(key)
    const one = known ?? { text: key.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH), times: 0, totalMs: 0, maxMs: 0 }
    one.times += 1
    one.totalMs += ms
    one.maxMs = Math.max(one.maxMs, ms)
    taken.set(key, one)
  }
  pool.on('connect', (client) => {
    const query = client.query as (...args: unknown[]) => unknown
    const observed = (first: string | { text: string }, ...rest: unknown[]) => {
      const text = typeof first === 'string' ? first : first.text
      const begunAt = performance.now()
      const ends = observers.map((observe) => observe(text))
      const done = (error?: Error | null) => {
        const ms = performance.now() - begunAt
        note(text, ms)
        for (const end of ends) end(ms, error ?? undefined)
      }
      const words = COMMENTED.test(text) ? comment?.() : undefined
      const config = words === undefined ? first : withComment(first, words)
      const place = rest.findIndex((one) => typeof one === 'function')
      // Outside transactions the pool asks, with a callback.
      if (place >= 0) {
        const tell = rest[place] as Told
        const told: Told = (error, answer) => {
          done(error)
          tell(error, answer)
        }
        return query.call(client, config, ...rest.map((one, index) => (index === place ? told : one)))
      }
      const answer = query.call(client, config, ...rest)
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

function withComment(config: string | { text: string }, words: string): { text: string; name: string } {
  const text = typeof config === 'string' ? config : config.text
  return { ...(typeof config === 'string' ? {} : config), text: `${text} /* ${words} */`, name: '' }
}
