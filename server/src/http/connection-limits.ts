import type { Socket } from 'node:net'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './network-of.ts'

/** The limits of one address in one process. */
export type ConnectionLimits = {
  /** Connections, when callers connect directly. */
  connections: number
  /** Current requests and live connections, behind a trusted proxy. */
  requests: number
}

/**
 * All phones of a district may share one address of a carrier. Each has a live connection and up to six others. So the
 * limits are high. They stop one sender from taking every connection, and do not limit normal use.
 * Source: decision record 027
 */
export const CONNECTION_LIMITS: ConnectionLimits = { connections: 1_024, requests: 1_024 }

/**
 * Limits what one address may hold. Behind a proxy the address is that of the caller, and the proxy's connections are
 * not limited.
 */
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
    // Closed without an answer: the sender of a thousand connections would not read it.
    else socket.destroy()
  })
}

function limitRequests(app: FastifyInstance, most: number): void {
  const places = new Places(most)
  app.addHook('onRequest', (request, reply, next) => {
    const network = networkOf(request.ip)
    if (!places.enter(network)) return next(new ApiError('requests_too_many'))
    // For a live connection this fires when its socket closes.
    reply.raw.once('close', () => places.leave(network))
    next()
  })
}

/** Counts the places that each address holds. */
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
