import { createClient } from '@redis/client'
import type { Carrier } from '../db/change-feed.ts'
import { type Counted, hashOfCaller } from '../db/rate-windows.ts'

const CHANNEL = 'paidang-changes'
const CONNECT_MS = 2_000
const LONGEST_PAUSE_MS = 2_000
/** A connection that leads nowhere any more is given up after this silence, and asked for a sign of life before. */
const SILENCE_MS = 10_000
const SIGN_MS = 3_000

export type Redis = {
  carrier: Carrier
  /** As `addToWindows` of the database, which it spares. */
  addToWindows(windows: readonly Counted[]): Promise<number[]>
  stop(): void
}

/**
 * Carries changes between hosts and counts their calls together. Nothing is in it that the database lacks or that may not
 * be lost: while it is away, hosts do without.
 *
 * @param url `redis://` or `rediss://`, with user and password where it asks for them
 * @param onError is told once each time that it goes away
 */
export function connectRedis(url: string, onError: (error: unknown) => void): Redis {
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
  for (const one of [client, listening]) {
    let isAway = false
    const away = (error: unknown) => {
      if (!isAway && !isStopped) onError(error)
      isAway = true
    }
    one.on('error', away).on('ready', () => (isAway = false))
    void one.connect().catch(away)
  }
  return {
    carrier: {
      publish: (message) => client.publish(CHANNEL, message),
      subscribe(heard) {
        // From then on it subscribes anew by itself.
        const subscribe = () => void listening.subscribe(CHANNEL, heard).catch(onError)
        if (listening.isReady) subscribe()
        else listening.once('ready', subscribe)
      },
    },
    async addToWindows(windows) {
      const adding = client.multi()
      for (const { key, endsAt, calls } of windows) {
        const window = `paidang-window:${hashOfCaller(key)}:${endsAt}`
        // A length of time, since its clock may differ from ours.
        adding.incrBy(window, calls).pExpire(window, Math.max(1, endsAt - Date.now()))
      }
      const answers = await adding.exec()
      return windows.map((_, at) => Number(answers[at * 2]))
    },
    stop() {
      isStopped = true
      for (const one of [client, listening]) one.destroy()
    },
  }
}
