import { ApiError } from '@paidang/api/catalogue/errors'
import {
  LIVE_CLOSE,
  LIVE_PATIENCE_MS,
  type LiveClientMessage,
  type LiveServerMessage,
  type LiveTopic,
  liveTopicKey,
} from '@paidang/api/live'
import type { WebSocket } from 'ws'
import type { LiveHub, Watch } from './live-hub.ts'
import { type AppUser, isOfConsole, type Sessions } from './session.ts'

/** The limits of live connections. Times in milliseconds, sizes in bytes. */
export type LiveLimits = {
  /** From the opening to a valid `hello`. */
  helloMs: number
  /** Between two pings. A client that did not answer the last one is disconnected. */
  pingMs: number
  /** Changes are collected for this long. */
  gatherMs: number
  /** The largest unsent backlog. A client that reads more slowly is disconnected. */
  bufferBytes: number
  messageBytes: number
  messagesPerWindow: number
  windowMs: number
  perUser: number
  /** Over all users. */
  total: number
}

/**
 * Converts a topic to topics of the change feed, for one user.
 *
 * @throws ApiError when the thing is absent or hidden from the user
 */
export type LiveResolvers = {
  [Kind in LiveTopic['kind']]: (
    topic: Extract<LiveTopic, { kind: Kind }>,
    user: AppUser,
  ) => Promise<readonly string[]> | readonly string[]
}

/**
 * What the message about a kind of topic carries: what everybody may read who may watch it. Kinds without an entry carry
 * nothing.
 */
export type LiveContents = {
  [Kind in LiveTopic['kind']]?: {
    /** The topics of the change feed after which the user sees something else than everybody. */
    ownTopics: (topic: Extract<LiveTopic, { kind: Kind }>, user: AppUser) => readonly string[]
    /**
     * Reads the message for all who watch the topic. Its topic has the fields of its kind alone: a client may have sent
     * others, which are nobody else's.
     *
     * @throws ApiError when the thing is absent
     */
    read: (topic: Extract<LiveTopic, { kind: Kind }>) => Promise<ChangedMessage>
  }
}

/** The entry of one kind, for a topic of that kind. */
type Content = {
  ownTopics: (topic: LiveTopic, user: AppUser) => readonly string[]
  read: (topic: LiveTopic) => Promise<ChangedMessage>
}

type Parts = {
  socket: WebSocket
  sessions: Sessions
  hub: LiveHub
  resolvers: LiveResolvers
  contents: LiveContents
  limits: LiveLimits
  now: () => Date
  /** Parses a message of the protocol; undefined for anything else. */
  read: (text: string) => LiveClientMessage | undefined
  /** Takes one of the user's places; false when all are taken. */
  enter: (user: AppUser) => Promise<boolean>
  onFault: (error: unknown) => void
}

type ChangedMessage = Extract<LiveServerMessage, { type: 'changed' }>
type WatchMessage = Extract<LiveClientMessage, { type: 'watch' }>

const TRY_AGAIN_LATER = 1013
/** The longest delay of a watch request, and of a change on its way to the caches of another process. */
const WAY_MS = 2 * LIVE_PATIENCE_MS
/** The longest delay that a timer supports. */
const MAX_TIMER_MS = 2_147_483_647

/** One user's live connection, with the user and the watched topics. */
export class LiveConnection {
  user: AppUser | undefined
  readonly #parts: Parts
  readonly #watches = new Map<string, Watch>()
  #token = ''
  #expiry: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout
  #work: Promise<void> = Promise.resolve()
  #window = { endsAt: 0, messages: 0 }
  #isAlive = true

  constructor(parts: Parts) {
    this.#parts = parts
    const { socket, limits } = parts
    this.#silence = setTimeout(() => this.close(LIVE_CLOSE.silent), limits.helloMs)
    socket.on('pong', () => {
      this.#isAlive = true
    })
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? '' : String(data)))
    socket.on('close', () => this.#forget())
  }

  /** Sends a message. A client that does not read is disconnected. */
  send(message: LiveServerMessage): void {
    this.#sendText(JSON.stringify(message))
  }

  /** Sends a ping, and ends the connection when the last one was not answered. */
  ping(): void {
    const { socket } = this.#parts
    if (this.#isAlive) {
      this.#isAlive = false
      socket.ping()
    } else socket.terminate()
  }

  /** Checks the session again, and ends the connection when it is no longer active. */
  async recheck(): Promise<void> {
    const caller = await this.#parts.sessions.callerOf(`Bearer ${this.#token}`)
    if (caller.kind === 'app') this.#expireAt(caller.expiresAtMs)
    else this.close(LIVE_CLOSE.session)
  }

  close(code: number): void {
    this.#parts.socket.close(code)
  }

  #sendText(text: string | Buffer): void {
    const { socket, limits } = this.#parts
    if (socket.readyState !== socket.OPEN) return
    socket.send(text, { binary: false })
    if (socket.bufferedAmount > limits.bufferBytes) socket.terminate()
  }

  /** Messages are processed one after the other, in the order of their arrival. */
  #hear(text: string): void {
    const { limits, read, onFault } = this.#parts
    const [now, cameAt] = [Date.now(), performance.now()]
    if (now >= this.#window.endsAt) this.#window = { endsAt: now + limits.windowMs, messages: 0 }
    this.#window.messages += 1
    const message = this.#window.messages > limits.messagesPerWindow ? undefined : read(text)
    if (message) {
      this.#work = this.#work
        .then(() => (message.type === 'hello' ? this.#greet(message.token) : this.#watch(message, cameAt)))
        .catch((error: unknown) => {
          onFault(error)
          this.close(TRY_AGAIN_LATER)
        })
    } else this.close(this.#window.messages > limits.messagesPerWindow ? LIVE_CLOSE.limit : LIVE_CLOSE.input)
  }

  async #greet(token: string): Promise<void> {
    const caller = await this.#parts.sessions.callerOf(`Bearer ${token}`)
    if (!this.#isOpen()) return
    if (caller.kind !== 'app') {
      this.close(isOfConsole(caller) ? LIVE_CLOSE.audience : LIVE_CLOSE.session)
      return
    }
    const refusal = await this.#whyNotGreet(caller.user)
    if (!this.#isOpen()) return
    if (refusal !== undefined) {
      this.close(refusal)
      return
    }
    clearTimeout(this.#silence)
    this.user = caller.user
    this.#token = token
    this.#expireAt(caller.expiresAtMs)
    this.send({ type: 'welcome' })
  }

  /** The code of the refusal; undefined for an accepted user, who then holds a place. */
  async #whyNotGreet(user: AppUser): Promise<number | undefined> {
    if (this.user) return this.user.id === user.id ? undefined : LIVE_CLOSE.input
    return (await this.#parts.enter(user)) ? undefined : LIVE_CLOSE.limit
  }

  async #watch({ topics, ageMs }: WatchMessage, cameAt: number): Promise<void> {
    const { user } = this
    if (!user) {
      this.close(LIVE_CLOSE.session)
      return
    }
    const wanted = new Map(topics.map((topic) => [liveTopicKey(topic), topic]))
    for (const [key, watch] of this.#watches) {
      if (!wanted.has(key)) this.#drop(key, watch)
    }
    const watching: LiveTopic[] = []
    for (const [key, topic] of wanted) {
      if (this.#watches.has(key) || (await this.#begin(key, topic, user))) watching.push(topic)
    }
    const news = ageMs === undefined ? undefined : this.#newsOf(watching, cameAt - ageMs - WAY_MS)
    this.send({ type: 'watching', topics: watching, ...(news && { news }) })
  }

  /** The topics that changed since then; undefined where that is unknown. */
  #newsOf(topics: readonly LiveTopic[], sinceMs: number): LiveTopic[] | undefined {
    const { hub } = this.#parts
    const isNew = new Map(
      topics.map((topic) => {
        const feedTopics = this.#watches.get(liveTopicKey(topic))?.feedTopics ?? []
        return [topic, hub.hasChanged(feedTopics, sinceMs)] as const
      }),
    )
    if ([...isNew.values()].includes(undefined)) return undefined
    return topics.filter((topic) => isNew.get(topic))
  }

  /** Starts to watch one topic; false when the thing is absent or hidden from the user. */
  async #begin(key: string, topic: LiveTopic, user: AppUser): Promise<boolean> {
    let feedTopics: readonly string[]
    try {
      feedTopics = await (this.#parts.resolvers[topic.kind] as (of: LiveTopic, actor: AppUser) => Promise<string[]>)(
        topic,
        user,
      )
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return false
      throw error
    }
    if (!this.#isOpen()) return false
    const text = JSON.stringify({ type: 'changed', topic } satisfies LiveServerMessage)
    const content = this.#parts.contents[topic.kind] as Content | undefined
    const watch: Watch = {
      feedTopics,
      shared: content && {
        key,
        ownTopics: content.ownTopics(topic, user),
        read: async () => Buffer.from(JSON.stringify(await content.read(topic))),
      },
      notify: (message) => this.#sendText(message ?? text),
    }
    this.#watches.set(key, watch)
    this.#parts.hub.add(watch)
    return true
  }

  #drop(key: string, watch: Watch): void {
    this.#watches.delete(key)
    this.#parts.hub.remove(watch)
  }

  #expireAt(instantMs: number): void {
    clearTimeout(this.#expiry)
    const delay = Math.max(0, instantMs - this.#parts.now().getTime())
    this.#expiry = setTimeout(() => void this.recheck().catch(this.#parts.onFault), Math.min(delay, MAX_TIMER_MS))
  }

  #isOpen(): boolean {
    return this.#parts.socket.readyState === this.#parts.socket.OPEN
  }

  #forget(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#expiry)
    for (const [key, watch] of this.#watches) this.#drop(key, watch)
  }
}
