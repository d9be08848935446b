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

/** The events of a socket. `closed` is called once, whatever the reason, also when the socket never opened. */
export type SocketListener = {
  opened: () => void
  said: (text: string) => void
  /** The server's close code; 1006 when the connection broke or failed. */
  closed: (code: number) => void
}

/** A socket for the live connection. After `close` no more events follow. */
export type LiveSocket = { send: (text: string) => void; close: () => void }

/** Opens a socket. */
export type OpenSocket = (listener: SocketListener) => LiveSocket

/** The code of a connection that broke. */
export const ABNORMAL_CLOSURE = 1006
/** The code with which a client closes normally. */
export const NORMAL_CLOSURE = 1000

/** The server's message about a change. */
export type ChangedMessage = Extract<LiveServerMessage, { type: 'changed' }>

/** A watch of topics for something on the screen. */
type LiveWatch = {
  topics: readonly LiveTopic[]
  /** Called when the data may have changed: it should be read again, unless the message already says what it is now. */
  onChanged: (message?: ChangedMessage) => void
  /** When the shown data was requested, in milliseconds; undefined when unknown. Only later changes count. */
  askedAt: () => number | undefined
  /**
   * A text that differs after a change, polled while there is no connection. Without it the data counts as changed at
   * intervals.
   */
  version?: (() => Promise<string>) | undefined
}

/** The conditions of a connection. `isActive`: the app is in front, and there is a network. */
export type LiveConditions = { isActive: boolean; userId: string | null; token: string | null }

type Parts = {
  openSocket: OpenSocket
  conditions: () => LiveConditions
  /** A token that is valid for a while; null without a session. */
  freshToken: () => Promise<string | null>
  /** From 0 to 1. */
  random: () => number
}

/** The only live connection of the app. */
type LiveClient = {
  /** Watches for changes from now on. Returns a function that ends it. */
  watch(watch: LiveWatch): () => void
  /** To be called on a change of the app's visibility, of the session, or of the network. */
  conditionsChanged(): void
}

/** Collects the changes of watches that happen at the same time on one screen. */
const GATHER_MS = 30
/** Keeps the connection open between two pages. */
const LINGER_MS = 5_000
/** A connection without a welcome within this time counts as failed. */
const PATIENCE_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A connection that broke within this time counts as failed, so that it is not reopened endlessly. */
const STEADY_MS = 10_000
/** After an outage of the server, spreads the reads of all clients over this time. */
const RESYNC_SPREAD_MS = 1_000
/** After this many failures in a row the client polls for changes. */
const FAILURES_BEFORE_POLLING = 3
const POLL_MS = 5_000
/** How often data without a version counts as changed while there is no connection. */
const BLIND_POLL_MS = 30_000

type Connection = {
  socket: LiveSocket
  userId: string
  token: string
  isWelcome: boolean
  /** The last requested topics, sent or confirmed. */
  asked: string | undefined
  isAnswered: boolean
  /** Requests without an answer, each with its time and the age it contained. */
  asks: { sentMs: number; ageMs: number | undefined }[]
  /** The topics that the server watches, each with the time since when no change is known. */
  confirmed: ReadonlyMap<string, number>
  /** Milliseconds; undefined before the first confirmation. */
  steadyFrom: number | undefined
}

/**
 * Makes the live client. It connects while something is watched, the app is in front, and a user is logged in. After a
 * break it reconnects with growing pauses; after repeated failures it polls. Any change it may have missed is reported
 * as a change.
 * Source: decision "Live updates"
 */
export function createLiveClient({ openSocket, conditions, freshToken, random }: Parts): LiveClient {
  const watches = new Set<LiveWatch>()
  const versions = new Map<LiveWatch, string>()
  /**
   * Watches since the last confirmation. A change between their first read and the watch was not reported to anybody.
   */
  const unconfirmed = new Set<LiveWatch>()
  let connection: Connection | undefined
  let isOpening = false
  let failures = 0
  /** A token that the server refused: the client waits for another one. */
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
  const isEnabled = () => watches.size > 0 && isPossible()

  const notifyListeners = () => {
    for (const watch of [...watches]) watch.onChanged()
  }
  const notify = (isMeant: (key: string, watch: LiveWatch) => boolean, message?: ChangedMessage) => {
    for (const watch of [...watches]) {
      if (watch.topics.some((topic) => isMeant(liveTopicKey(topic), watch))) watch.onChanged(message)
    }
  }
  const confirm = ({ confirmed }: Connection, begun: ReadonlySet<string>) => {
    notify((key, watch) => {
      const since = confirmed.get(key)
      if (since === undefined || !(begun.has(key) || unconfirmed.has(watch))) return false
      const askedMs = watch.askedAt()
      return askedMs === undefined || askedMs < since
    })
    unconfirmed.clear()
  }

  /**
   * The age of the oldest data on screen that is not confirmed, limited by the server's memory. Undefined without such
   * data.
   */
  const ageOf = ({ confirmed }: Connection, nowMs: number) => {
    const ages = [...watches].flatMap((watch) => {
      const isNew = unconfirmed.has(watch) || watch.topics.some((topic) => !confirmed.has(liveTopicKey(topic)))
      const askedMs = isNew ? watch.askedAt() : undefined
      const age = askedMs === undefined ? -1 : nowMs - askedMs
      return age >= 0 && age <= LIVE_MEMORY_MS ? [age] : []
    })
    return ages.length > 0 ? Math.max(...ages) : undefined
  }

  // The latest topics, if there are more than a connection may have.
  const wantedTopics = () => {
    const byKey = new Map<string, LiveTopic>()
    for (const watch of watches) for (const topic of watch.topics) byKey.set(liveTopicKey(topic), topic)
    return [...byKey.values()].slice(-MAX_LIVE_TOPICS)
  }

  const say = (to: Connection, message: LiveClientMessage) => to.socket.send(JSON.stringify(message))

  const askFor = (to: Connection) => {
    if (!to.isWelcome) return
    const topics = wantedTopics()
    const asked = topics.map(liveTopicKey).join(' ')
    if (to.asked !== asked) {
      to.asked = asked
      to.isAnswered = false
      const sentMs = Date.now()
      const ageMs = ageOf(to, sentMs)
      to.asks.push({ sentMs, ageMs })
      say(to, { type: 'watch', topics, ...(ageMs !== undefined && { ageMs }) })
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
        notify((key) => key === changed, message)
        return
      }
      case 'resync':
        clearTimeout(resyncing)
        from.confirmed = new Map([...from.confirmed.keys()].map((key) => [key, Date.now()]))
        resyncing = setTimeout(notifyListeners, random() * RESYNC_SPREAD_MS)
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
    // Half of the pause is random, so that not all clients call a restarted server at once.
    retry = setTimeout(open, pause * (0.5 + random() / 2))
  }

  const closed = (code: number, { token, steadyFrom }: Connection) => {
    connection = undefined
    clearTimeout(resyncing)
    if (steadyFrom !== undefined && Date.now() >= steadyFrom) failures = 0
    if (!isEnabled()) return
    if (code === LIVE_CLOSE.session || code === LIVE_CLOSE.audience) {
      refusedToken = token
      // Reading again shows the user what happened to the session, or brings the new token that is needed.
      notifyListeners()
      settle()
    } else failed()
  }

  /** Opens the connection if it is needed and missing. */
  const open = async () => {
    clearTimeout(retry)
    retry = undefined
    if (connection || isOpening || !isEnabled()) return
    isOpening = true
    let token: string | null = null
    try {
      token = await freshToken()
    } catch {
      // Nothing can be sent without a valid token; the calls report the reason to the user.
    } finally {
      isOpening = false
    }
    if (!isEnabled()) return
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
      for (const watch of [...watches]) if (!watch.version) watch.onChanged()
    }
    if (polling !== undefined) polling = setTimeout(poll, POLL_MS)
  }
  const askVersions = () =>
    Promise.all(
      [...watches].map(async (watch) => {
        // A failed request is repeated at the next interval.
        const version = await watch.version?.().catch(() => undefined)
        if (version === undefined || polling === undefined || !watches.has(watch)) return
        const before = versions.get(watch)
        versions.set(watch, version)
        // The first version is later than the first read, and a change between them was not reported.
        if (before !== version) watch.onChanged()
      }),
    )

  /** Brings the connection in line with the watches and conditions. */
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
    if (!isEnabled()) return
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

/** Since when a topic has not changed, at the moment when the server confirms its watch. */
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

/** The message of the server; undefined for a text from a proxy or the like. */
function messageIn(text: string): LiveServerMessage | undefined {
  try {
    return JSON.parse(text) as LiveServerMessage
  } catch {
    return undefined
  }
}
