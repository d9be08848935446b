import type { Socket } from 'node:net'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './network-of.ts'

/** How much of one process one address may hold at once. */
export type ConnectionLimits = {
  /** Connections, where callers reach us themselves. */
  connections: number
  /** Requests under way and live connections, where a trusted proxy speaks for its callers. */
  requests: number
}

/**
 * Behind one address of a carrier stand the telephones of a district, and each keeps a live connection and up to six others.
 * So the bounds are high: they keep one sender from taking every connection, and are no measure of use.
 * Source: decision record 027
 */
export const CONNECTION_LIMITS: ConnectionLimits = { connections: 1_024, requests: 1_024 }

/** Bounds what one address holds. A proxy's connections are its own affair: behind it the address is that of the caller. */
export function useConnectionLimits(
  app: FastifyInstance,
  { limits, isBehindProxy }: { limits: ConnectionLimits; isBehindProxy: boolean },
): void {
  if (isBehindProxy) limitRequests(app, limits.requests)
  else limitConnections(app, limits.connections)
}

function limitConnections(app: FastifyInstance, most: number): void {
  const places = new Places(most)
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (places.enter(network)) socket.once('close', () => places.leave(network))
    // Without a word: whoever holds a thousand connections reads none.
    else socket.destroy()
  })
}

function limitRequests(app: FastifyInstance, most: number): void {
  const places = new Places(most)
  app.addHook('onRequest', (request, reply, next) => {
    const network = networkOf(request.ip)
    if (!places.enter(network)) return next(new ApiError('requests_too_many'))
    // Of a live connection it closes with its socket.
    reply.raw.once('close', () => places.leave(network))
    next()
  })
}

/** How many each address holds. */
class Places {
  private readonly most: number
  private readonly held = new Map<string, number>()

  constructor(most: number) {
    this.most = most
  }

  enter(network: string): boolean {
    const held = this.held.get(network) ?? 0
    if (held >= this.most) return false
    this.held.set(network, held + 1)
    return true
  }

  leave(network: string): void {
    const left = (this.held.get(network) ?? 1) - 1
    if (left > 0) this.held.set(network, left)
    else this.held.delete(network)
  }
}
