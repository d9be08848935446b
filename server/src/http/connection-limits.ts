import type { Socket } from 'node:net'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import type { Counts } from '../process/shared-counts.ts'
import { networkOf } from './network-of.ts'

/** What holds a place: a socket, an answer or a live connection. */
type Stream = { readonly destroyed: boolean; once(event: 'close', listener: () => void): unknown }

/** The limits of one address. */
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
  { limits, counts, isBehindProxy }: { limits: ConnectionLimits; counts: Counts; isBehindProxy: boolean },
): void {
  if (isBehindProxy) limitRequests(app, counts, limits.requests)
  else limitConnections(app, counts, limits.connections)
}

function limitConnections(app: FastifyInstance, counts: Counts, most: number): void {
  app.server.on('connection', async (socket: Socket) => {
    const place = `connection of ${networkOf(socket.remoteAddress ?? '')}`
    // Closed without an answer: the sender of a thousand connections would not read it.
    if (!(await enterUntilClosed(counts, { place, most, until: socket }))) socket.destroy()
  })
}

function limitRequests(app: FastifyInstance, counts: Counts, most: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const place = `request of ${networkOf(request.ip)}`
    // For a live connection the answer closes when its socket does.
    if (!(await enterUntilClosed(counts, { place, most, until: reply.raw }))) throw new ApiError('requests_too_many')
  })
}

/** Takes a place until the stream is closed. Returns false when all places are taken. */
export async function enterUntilClosed(
  counts: Counts,
  { place, most, until }: { place: string; most: number; until: Stream },
): Promise<boolean> {
  if (!(await counts.enter(place, most))) return false
  // The sender may have gone while the primary process was asked.
  if (until.destroyed) counts.leave(place)
  else until.once('close', () => counts.leave(place))
  return true
}
