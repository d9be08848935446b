import {
  LIVE_CLOSE,
  LIVE_MEMORY_MS,
  LIVE_PATIENCE_MS,
  type LiveClientMessage,
  type LiveServerMessage,
  type LiveTopic,
  liveTopicKey,
  MAX_LIVE_TOPICS,
} from '@paidang/api/live'
import type { LiveSocket, OpenSocket } from './live-socket-words'

/** What somebody on the screen wants to hear of. */
type LiveWatch = {
  topics: readonly LiveTopic[]
  /** It may have changed: read it again. */
  onChanged: () => void
  /** When what is shown was asked for, in milliseconds; undefined when that is not known. Later changes alone are news. */
  askedAt?: (() => number | undefined) | undefined
  /** A text that differs when it changed, asked for while there is no connection; absent: it counts as changed now and then. */
  version?: () => Promise<string>
}

/** What decides whether a connection is possible. `isActive`: the app is in front, and there is a network. */
export type LiveConditions = { isActive: boolean; userId: string | null; token: string | null }

type Parts = {
  openSocket: OpenSocket
  conditions: () => LiveConditions
  /** A token that is good for a while; null when nobody is logged in. */
  freshToken: () => Promise<string | null>
  /** From 0 to 1. */
  random: () => number
}

/** The one live connection of the app. */
export type LiveClient = {
  /** Hears of changes from now on. Answers the function that ends it. */
  watch(watch: LiveWatch): () => void
  /** The app came to the front or left it, somebody logged in or out, the network is back. */
  conditionsChanged(): void
}

/** Several things on the screen change what they watch at once. */
const GATHER_MS = 30
/** Leaving one page for another must not close what the next one needs. */
const LINGER_MS = 5_000
/** A connection that has not been welcomed by then counts as failed. */
const PATIENCE_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A connection that broke sooner counts as failed, so that one that never lasts is not opened without end. */
const STEADY_MS = 10_000
/** After a gap of the server's all clients would read again in the same instant. */
const RESYNC_SPREAD_MS = 1_000
/** So many failures in a row, and changes are asked for instead. */
const FAILURES_BEFORE_POLLING = 3
const POLL_MS = 5_000
/** How often something without a version counts as changed while there is no connection. */
const BLIND_POLL_MS = 30_000

type Connection = {
  socket: LiveSocket
  userId: string
  token: string
  isWelcome: boolean
  /** What was asked for last, and what the server has confirmed. */
  asked: string | undefined
  isAnswered: boolean
  /** What was asked for and is not answered, each with its moment and the age that was given. */
  asks: { sentMs: number; ageMs: number | undefined }[]
  /** What the server watches; since when nothing is known to have changed. */
  confirmed: ReadonlyMap<string, number>
  /** Milliseconds; undefined before the first confirmation. */
  steadyFrom: number | undefined
}

/**
 * Makes the live client: a connection while something is watched, the app is in front and somebody is logged in; again after
 * a break, with growing pauses; polling where connections fail. Whatever may have been missed is told as changed.
 * Source: decision "Live updates"
 */
export function createLiveClient({ openSocket, conditions, freshToken, random }: Parts): LiveClient {
  const watches = new Set<LiveWatch>()
  const versions = new Map<LiveWatch, string>()
  /** Those who began since the last confirmation: what happened between their look and it was told to nobody. */
  const unconfirmed = new Set<LiveWatch>()
  let connection: Connection | undefined
  let isOpening = false
  let failures = 0
  /** A token that the server did not take: waits for another one. */
  let refusedToken: string | null = null
  let gathering: ReturnType<typeof setTimeout> | undefined
  let lingering: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let resyncing: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setTimeout> | undefined
  let lastBlindPoll = 0

  const isPossible = () => {
    const { isActive, userId, token } = conditions()
    return isActive && userId !== null && token !== null
  }
  const isWanted = () => watches.size > 0 && isPossible()

  const tellAll = () => {
    for (const { onChanged } of [...watches]) onChanged()
  }
  const tell = (isMeant: (key: string, watch: LiveWatch) => boolean) => {
    for (const watch of [...watches]) {
      if (watch.topics.some((topic) => isMeant(liveTopicKey(topic), watch))) watch.onChanged()
    }
  }
  const confirm = ({ confirmed }: Connection, begun: ReadonlySet<string>) => {
    tell((key, watch) => {
      const since = confirmed.get(key)
      if (since === undefined || !(begun.has(key) || unconfirmed.has(watch))) return false
      const askedMs = watch.askedAt?.()
      return askedMs === undefined || askedMs < since
    })
    unconfirmed.clear()
  }

  /** How old the oldest is of what is shown and not confirmed, as far as the server remembers; undefined where nothing is. */
  const ageOf = ({ confirmed }: Connection, nowMs: number) => {
    const ages = [...watches].flatMap((watch) => {
      const isNew = unconfirmed.has(watch) || watch.topics.some((topic) => !confirmed.has(liveTopicKey(topic)))
      const askedMs = isNew ? watch.askedAt?.() : undefined
      const age = askedMs === undefined ? -1 : nowMs - askedMs
      return age >= 0 && age <= LIVE_MEMORY_MS ? [age] : []
    })
    return ages.length > 0 ? Math.max(...ages) : undefined
  }

  // The latest ones, where there are more than a connection may have.
  const wantedTopics = () => {
    const byKey = new Map(
      [...watches].flatMap(({ topics }) => topics.map((topic) => [liveTopicKey(topic), topic] as const)),
    )
    return [...byKey].slice(-MAX_LIVE_TOPICS)
  }

  const say = (to: Connection, message: LiveClientMessage) => to.socket.send(JSON.stringify(message))

  const askFor = (to: Connection) => {
    if (!to.isWelcome) return
    const topics = wantedTopics()
    const asked = topics.map(([key]) => key).join(' ')
    if (to.asked !== asked) {
      to.asked = asked
      to.isAnswered = false
      const sentMs = Date.now()
      const ageMs = ageOf(to, sentMs)
      to.asks.push({ sentMs, ageMs })
      say(to, { type: 'watch', topics: topics.map(([, topic]) => topic), ...(ageMs !== undefined && { ageMs }) })
    } else if (to.isAnswered) confirm(to, new Set())
  }

  const hear = (from: Connection, message: LiveServerMessage) => {
    switch (message.type) {
      case 'welcome':
        from.isWelcome = true
        askFor(from)
        return
      case 'watching': {
        stopPolling()
        const keys = message.topics.map(liveTopicKey)
        const begun = new Set(keys.filter((key) => !from.confirmed.has(key)))
        const quietFrom = quietSince(from.asks.shift(), message.news)
        from.confirmed = new Map(keys.map((key) => [key, from.confirmed.get(key) ?? quietFrom(key)]))
        from.isAnswered = true
        from.steadyFrom ??= Date.now() + STEADY_MS
        confirm(from, begun)
        return
      }
      case 'changed': {
        const changed = liveTopicKey(message.topic)
        from.confirmed = new Map([...from.confirmed, [changed, Date.now()]])
        tell((key) => key === changed)
        return
      }
      case 'resync':
        clearTimeout(resyncing)
        from.confirmed = new Map([...from.confirmed.keys()].map((key) => [key, Date.now()]))
        resyncing = setTimeout(tellAll, random() * RESYNC_SPREAD_MS)
    }
  }

  const leave = () => {
    connection?.socket.close()
    connection = undefined
    clearTimeout(retry)
    retry = undefined
    clearTimeout(resyncing)
  }

  const failed = () => {
    failures += 1
    if (failures >= FAILURES_BEFORE_POLLING) startPolling()
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    clearTimeout(retry)
    // Half of the pause is chance, so that a restarted server is not called by everybody at once.
    retry = setTimeout(open, pause * (0.5 + random() / 2))
  }

  const closed = (code: number, { token, steadyFrom }: Connection) => {
    connection = undefined
    clearTimeout(resyncing)
    if (steadyFrom !== undefined && Date.now() >= steadyFrom) failures = 0
    if (!isWanted()) return
    if (code === LIVE_CLOSE.session || code === LIVE_CLOSE.audience) {
      refusedToken = token
      // Reading again tells the person what became of his session, or brings the fresh token for which we wait.
      tellAll()
      settle()
    } else failed()
  }

  /** Opens the connection if it is wanted and not there. */
  const open = async () => {
    clearTimeout(retry)
    retry = undefined
    if (connection || isOpening || !isWanted()) return
    isOpening = true
    let token: string | null = null
    try {
      token = await freshToken()
    } catch {
      // Without a fresh token there is nothing to say; calls tell the person why.
    } finally {
      isOpening = false
    }
    if (!isWanted()) return
    if (token === null) {
      failed()
      return
    }
    if (token !== refusedToken) connect(token)
  }

  const connect = (token: string) => {
    const { userId } = conditions()
    if (userId === null) return
    const giveUp = () => {
      leave()
      failed()
    }
    const patience = setTimeout(() => connection === own && !own.isWelcome && giveUp(), PATIENCE_MS)
    const socket = openSocket({
      opened: () => say(own, { type: 'hello', token: own.token }),
      said(text) {
        if (connection !== own) return
        const message = messageIn(text)
        if (message) hear(own, message)
        else giveUp()
      },
      closed(code) {
        clearTimeout(patience)
        if (connection === own) closed(code, own)
      },
    })
    const own: Connection = {
      socket,
      userId,
      token,
      isWelcome: false,
      asked: undefined,
      isAnswered: false,
      asks: [],
      confirmed: new Map(),
      steadyFrom: undefined,
    }
    connection = own
  }

  const startPolling = () => {
    if (polling !== undefined) return
    versions.clear()
    lastBlindPoll = Date.now()
    polling = setTimeout(poll, POLL_MS)
    void askVersions()
  }
  const stopPolling = () => {
    clearTimeout(polling)
    polling = undefined
  }
  const poll = async () => {
    await askVersions()
    if (Date.now() - lastBlindPoll >= BLIND_POLL_MS) {
      lastBlindPoll = Date.now()
      for (const { version, onChanged } of [...watches]) if (!version) onChanged()
    }
    if (polling !== undefined) polling = setTimeout(poll, POLL_MS)
  }
  const askVersions = () =>
    Promise.all(
      [...watches].map(async (watch) => {
        // A question that fails is asked again at the next turn.
        const version = await watch.version?.().catch(() => undefined)
        if (version === undefined || polling === undefined || !watches.has(watch)) return
        const before = versions.get(watch)
        versions.set(watch, version)
        // The first version is later than the last look, and what happened between them was told to nobody.
        if (before !== version) watch.onChanged()
      }),
    )

  /** Brings the connection in step with what is wanted. */
  const settle = () => {
    clearTimeout(lingering)
    lingering = undefined
    const { userId, token } = conditions()
    if (!isPossible() || (connection && connection.userId !== userId)) {
      leave()
      stopPolling()
    }
    if (watches.size === 0) {
      lingering = setTimeout(() => {
        leave()
        stopPolling()
      }, LINGER_MS)
      return
    }
    if (!isWanted()) return
    if (!connection) {
      if (retry === undefined && token !== refusedToken) void open()
      return
    }
    if (connection.isWelcome && token !== null && connection.token !== token) {
      connection.token = token
      say(connection, { type: 'hello', token })
    }
    askFor(connection)
  }

  const settleSoon = () => {
    if (gathering !== undefined) return
    gathering = setTimeout(() => {
      gathering = undefined
      settle()
    }, GATHER_MS)
  }

  return {
    watch(watch) {
      watches.add(watch)
      unconfirmed.add(watch)
      settleSoon()
      return () => {
        watches.delete(watch)
        unconfirmed.delete(watch)
        versions.delete(watch)
        settleSoon()
      }
    },
    conditionsChanged: settleSoon,
  }
}

/** Since when nothing has changed of a topic whose watch the server confirms just now. */
function quietSince(
  ask: { sentMs: number; ageMs: number | undefined } | undefined,
  news: readonly LiveTopic[] | undefined,
): (key: string) => number {
  const now = Date.now()
  if (ask?.ageMs === undefined || news === undefined || now - ask.sentMs > LIVE_PATIENCE_MS) return () => now
  const from = ask.sentMs - ask.ageMs
  const changed = new Set(news.map(liveTopicKey))
  return (key) => (changed.has(key) ? now : from)
}

/** What the server said; undefined for a text that something in between made up. */
function messageIn(text: string): LiveServerMessage | undefined {
  try {
    return JSON.parse(text) as LiveServerMessage
  } catch {
    return undefined
  }
}
