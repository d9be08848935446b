import underPressure from '@fastify/under-pressure'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { poolSizeOf } from '../db/database.ts'
import { RETRY_AFTER_SECONDS, refusalBody } from './error-handler.ts'

/**
 * Calls at once for each connection to the database. Fewer than `calm` wait for nobody. More are a queue: of some people
 * who came together (`burst` of each kind), or, when it lasts, of more than can be answered soon (`standing`).
 */
const PER_CONNECTION = { calm: 2, burst: 8, standing: { acting: 2, reading: 1 } }
/** A queue of people who came together, or behind a moment in which the machine stood still, is gone after this long. */
const PATIENCE_MS = 500
/** The rush is over when so many for each connection came in a row and were let in. In a rush fewer find a place at once. */
const LET_IN_AFTER_RUSH = 4
/** A call that takes longer waits for somebody else: a provider, a file that is made, a lock. */
const LONGEST_MS = 1_000
/** A rush is told to the log once in this time. */
const TOLD_AGAIN_MS = 10_000

/** Who changes something, and who only reads or logs in. Each kind has places of its own, so readers take none from the others. */
type Kind = 'acting' | 'reading'

/** The calls that are at work, and whether there is room for another. */
export class Room {
  private readonly connections: number
  private readonly now: () => number
  private readonly inside = { acting: 0, reading: 0 }
  private calmAt: number
  /** How many more have to be let in, one after the other, until the rush is over. */
  private rush = 0

  constructor(connections: number, now: () => number = () => performance.now()) {
    this.connections = connections
    this.now = now
    this.calmAt = now()
  }

  /** Whether another call may begin. A refusal is remembered. */
  hasPlace(kind: Kind): boolean {
    this.look()
    const isStanding = this.rush > 0 || this.now() - this.calmAt > PATIENCE_MS
    const most = isStanding ? PER_CONNECTION.standing[kind] : PER_CONNECTION.burst
    const isLetIn = this.inside[kind] < most * this.connections
    this.rush = isLetIn ? Math.max(0, this.rush - 1) : LET_IN_AFTER_RUSH * this.connections
    return isLetIn
  }

  /** Takes a place. Returns what gives it back, once, however often it is called. */
  enter(kind: Kind): () => void {
    this.inside[kind] += 1
    let isInside = true
    const leave = () => {
      if (!isInside) return
      isInside = false
      clearTimeout(timer)
      // What is answered at once counts until the turn of the thread is over. So no turn is long.
      setImmediate(() => {
        this.inside[kind] -= 1
        this.look()
      })
    }
    const timer = setTimeout(leave, LONGEST_MS)
    return leave
  }

  private look(): void {
    const { acting, reading } = this.inside
    if (acting + reading < PER_CONNECTION.calm * this.connections) this.calmAt = this.now()
  }
}

const BUSY = JSON.stringify(refusalBody(new ApiError('server_busy')))
const BUSY_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(BUSY),
  'cache-control': 'no-store',
  'retry-after': RETRY_AFTER_SECONDS,
}

/** Sends somebody away who is to come again. It costs no error, no line of the log, no hook and no reading of the body. */
function sendAway(request: FastifyRequest, reply: FastifyReply): void {
  reply.refusal = 'server_busy'
  reply.hijack()
  reply.raw
    .writeHead(503, { ...BUSY_HEADERS, date: String(reply.getHeader('date')), 'x-request-id': request.id })
    .end(BUSY)
}

function kindOf({ method, reads, access }: Endpoint): Kind {
  return method === 'GET' || reads || access === 'open' ? 'reading' : 'acting'
}

/**
 * Answers 503 with Retry-After to what cannot be answered soon, so that the others are answered soon. Probes, files and
 * notifications of providers always pass, as do uploads, which take turns themselves.
 * Source: decision record 088
 *
 * @param maxLagMs above this lag of the thread every call is sent away
 * @param mayShed whether the lag concerns a request
 */
export async function useShedding(
  app: FastifyInstance,
  { maxLagMs, mayShed }: { maxLagMs: number; mayShed(request: FastifyRequest): boolean },
): Promise<void> {
  const room = new Room(poolSizeOf(app.db))
  let toldAt = Number.NEGATIVE_INFINITY
  const hasPlace = (endpoint: Endpoint) => {
    if (room.hasPlace(kindOf(endpoint))) return true
    if (performance.now() - toldAt > TOLD_AGAIN_MS) {
      toldAt = performance.now()
      app.log.warn('more calls than can be answered soon: some are told to come again')
    }
    return false
  }
  app.addHook('onRequest', (request, reply, next) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || endpoint.upload || hasPlace(endpoint)) next()
    else sendAway(request, reply)
  })
  // Only who was let in and has said everything takes a place. So slow senders and strangers take none from anybody.
  app.addHook('preValidation', (request, reply, next) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || endpoint.upload) return next()
    if (!hasPlace(endpoint)) return sendAway(request, reply)
    reply.raw.once('close', room.enter(kindOf(endpoint)))
    next()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxLagMs,
    exposeStatusRoute: false,
    async pressureHandler(request) {
      if (mayShed(request)) throw new ApiError('server_busy')
    },
  })
}
