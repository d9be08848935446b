import { createHash } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Carrier } from '../db/change-feed.ts'
import { type Counted, hashOfCaller } from '../db/rate-windows.ts'

const CONNECT_MS = 2_000
const LONGEST_PAUSE_MS = 2_000
/** A connection that leads nowhere any more is given up after this silence, and asked for a sign of life before. */
const SILENCE_MS = 10_000
const SIGN_MS = 3_000

export type Redis = {
  carrier: Carrier
  /** As `addToWindows` of the database, which it spares. @throws while it is away */
  addToWindows(windows: readonly Counted[]): Promise<number[]>
  stop(): void
}
type Tell = { away(error: unknown): void; back(): void }

/**
 * Carries changes between hosts and counts their calls together. Nothing is in it that the database lacks or that may not
 * be lost: while it is away, hosts do without.
 *
 * @param url `redis://` or `rediss://`, with user and password where it asks for them
 * @param deployment a secret of the hosts that belong together. Others on the same Redis are not heard
 * @param tell is told once when it does not do its work any more, and once when it does again
 */
export function connectRedis(url: string, deployment: string, tell: Tell): Redis {
  const name = `paidang:${createHash('sha256').update(`redis ${deployment}`).digest('base64url').slice(0, 12)}`
  const client = createClient({
    url,
    // What waits for it would come too late.
    disableOfflineQueue: true,
    pingInterval: SIGN_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(tries * 100, LONGEST_PAUSE_MS),
    },
  })
  const listening = client.duplicate()
  let isStopped = false
  let isAway = false
  const isUp = () => client.isReady && listening.isReady && !isAway
  const away = (error: unknown) => {
    if (!isAway && !isStopped) tell.away(error)
    isAway = true
  }
  const back = () => {
    const wasAway = isAway
    isAway = !(client.isReady && listening.isReady)
    if (wasAway && !isAway) tell.back()
  }
  /** It may be there and refuse its work: without memory, or a password. */
  const done = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work.catch((error: unknown) => {
      away(error)
      throw error
    })
    back()
    return result
  }
  for (const one of [client, listening]) {
    one.on('error', away).on('ready', back)
    void one.connect().catch(away)
  }
  return {
    carrier: {
      isUp,
      publish: (message) => done(client.publish(name, message)),
      subscribe(heard) {
        // From then on it subscribes anew by itself.
        const subscribe = () => void listening.subscribe(name, heard).catch(away)
        if (listening.isReady) subscribe()
        else listening.once('ready', subscribe)
      },
    },
    async addToWindows(windows) {
      const adding = client.multi()
      for (const { key, endsAt, calls } of windows) {
        const window = `${name}:${hashOfCaller(key)}:${endsAt}`
        // A length of time, since its clock may differ from ours.
        adding.incrBy(window, calls).pExpire(window, Math.max(1, endsAt - Date.now()))
      }
      const answers = await done(adding.exec())
      return windows.map((_, at) => Number(answers[at * 2]))
    },
    stop() {
      isStopped = true
      for (const one of [client, listening]) one.destroy()
    },
  }
}
