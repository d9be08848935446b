import { setTimeout as sleep } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import { ApiError } from '@paidang/api/catalogue/errors'
import { LIVE_PATH, LiveClientMessage } from '@paidang/api/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counts } from '../process/shared-counts.ts'
import { enterUntilClosed } from './connection-limits.ts'
import { LiveConnection, type LiveContents, type LiveLimits, type LiveResolvers } from './live-connection.ts'
import { createLiveHub } from './live-hub.ts'
import { assertPolicy } from './permission-matrix.ts'
import { API_PREFIX } from './serve.ts'
import { type AppUser, SESSION_TOPIC } from './session.ts'
import { hasUnstorableText } from './validation.ts'

/** The limits of the live connections. Source: decision "Live updates". */
const LIVE_LIMITS: LiveLimits = {
  helloMs: 5_000,
  pingMs: 30_000,
  gatherMs: 100,
  bufferBytes: 262_144,
  messageBytes: 16_384,
  messagesPerWindow: 60,
  windowMs: 10_000,
  perUser: 10,
  total: 5_000,
}

const GOING_AWAY = 1001
/** How long clients have to answer the close. */
const GOODBYE_MS = 1_000
const GOODBYE_POLL_MS = 20

/** The host of the page that WeChat sends as origin. */
const WECHAT_HOST = 'servicewechat.com'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Forwards the change feed to the live connections of this process. */
export type Live = {
  changed(feedTopic: string): void
  /** Call when changes may have been missed. Every client reads again, and sessions are checked again. */
  lostTrack(): void
}

/**
 * Serves the live connections. `resolvers` convert each kind of topic to topics of the change feed, for one user. The
 * areas own that knowledge, so the wiring provides it, and what messages carry.
 */
export async function useLive(
  app: FastifyInstance,
  {
    resolvers,
    contents,
    counts,
    limits: given = {},
  }: { resolvers: LiveResolvers; contents: LiveContents; counts: Counts; limits?: Partial<LiveLimits> },
): Promise<Live> {
  const limits = { ...LIVE_LIMITS, ...given }
  const hub = createLiveHub(limits.gatherMs)
  const connections = new Set<LiveConnection>()
  const isMessage = app.validatorCompiler?.({
    schema: LiveClientMessage,
    method: 'GET',
    url: LIVE_PATH,
    httpPart: 'body',
  }) as (message: unknown) => boolean

  const read = (text: string): LiveClientMessage | undefined => {
    try {
      const message: unknown = JSON.parse(text)
      return !hasUnstorableText(message) && isMessage(message) ? (message as LiveClientMessage) : undefined
    } catch {
      return undefined
    }
  }
  const recheck = async (which: Iterable<LiveConnection>): Promise<void> => {
    try {
      // One after the other: after a gap every session is checked, and calls need the database too.
      for (const connection of which) if (connection.user) await connection.recheck()
    } catch (error) {
      app.log.warn({ err: error }, 'live sessions could not be looked up')
    }
  }

  await app.register(websocket, {
    options: { maxPayload: limits.messageBytes },
    errorHandler(error, socket) {
      app.log.info({ err: error }, 'live connection')
      socket.terminate()
    },
    async preClose() {
      clearInterval(pings)
      hub.close()
      const { clients } = app.websocketServer
      for (const client of clients) client.close(GOING_AWAY)
      const deadline = Date.now() + GOODBYE_MS
      while (clients.size > 0 && Date.now() < deadline) await sleep(GOODBYE_POLL_MS)
      for (const client of clients) client.terminate()
    },
  })

  const pings = setInterval(() => {
    for (const connection of [...connections]) connection.ping()
  }, limits.pingMs)

  assertPolicy(app.permissionMatrix, 'GET', LIVE_PATH, 'app')
  app.route({
    method: 'GET',
    url: API_PREFIX + LIVE_PATH,
    schema: { hide: true },
    async onRequest(request, reply) {
      if (!request.ws) return
      assertOwnPage(request)
      // The answer of an upgrade closes when its socket does.
      const until = reply.raw
      const isFull = !(await enterUntilClosed(counts, { place: 'live connection', most: limits.total, until }))
      if (isFull || app.lifecycle.isStopping) throw new ApiError('server_busy')
    },
    handler: () => {
      throw new ApiError('path_unknown')
    },
    wsHandler(socket) {
      const until = {
        get destroyed() {
          return socket.readyState > socket.OPEN
        },
        once: socket.once.bind(socket),
      }
      const enter = ({ id }: AppUser) =>
        enterUntilClosed(counts, { place: `live connection of ${id}`, most: limits.perUser, until })
      const connection = new LiveConnection({
        socket,
        sessions: app.sessions,
        hub,
        resolvers,
        contents,
        limits,
        now: app.now,
        read,
        enter,
        onFault: (error) => app.log.warn({ err: error }, 'live connection'),
      })
      connections.add(connection)
      socket.on('close', () => connections.delete(connection))
    },
  })

  return {
    changed(feedTopic) {
      if (feedTopic.startsWith(SESSION_TOPIC)) {
        const sessionId = feedTopic.slice(SESSION_TOPIC.length)
        void recheck([...connections].filter(({ user }) => user?.sessionId === sessionId))
      } else hub.changed(feedTopic)
    },
    lostTrack() {
      hub.lostTrack()
      for (const connection of connections) if (connection.user) connection.send({ type: 'resync' })
      void recheck([...connections])
    },
  }
}

/**
 * Refuses a connection from a page of another site before it opens. A client without an origin, such as a mini-program,
 * is accepted. It can do nothing before its first message with a token.
 */
function assertOwnPage(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || isOwnOrigin(origin, request.host)) return
  request.log.warn({ origin, host: request.host }, 'a live connection from a page of another site')
  throw new ApiError('action_forbidden')
}

function isOwnOrigin(origin: string, host: string): boolean {
  // WeChat uses schemes of its own, such as weapp://.
  if (/^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(origin)) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  if (from.host === host || from.hostname === WECHAT_HOST) return true
  // A developer's own server of the app, which forwards calls to this server.
  return (
    LOOPBACK.has(from.hostname) && URL.canParse(`http://${host}`) && LOOPBACK.has(new URL(`http://${host}`).hostname)
  )
}
