import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApiError } from '@paidang/api/catalogue/errors'
import { refusalBody } from './error-handler.ts'

/** The minimum speed of a request's body. Times in milliseconds. */
export type ReceiveLimits = {
  /** Between two checks of the received bytes. */
  windowMs: number
  /** The bytes that must arrive between two checks, or the rest of the body. */
  bytesPerWindow: number
  /** From the first byte of the body to its last. */
  totalMs: number
}

/**
 * A body that trickles by the byte is cut within 10 s. A picture of 2 MB needs 370 kbit/s. A phone with a weak
 * connection of 52 kbit/s can still upload a picture of 290 kB.
 * Source: decision record 027
 */
export const RECEIVE_LIMITS: ReceiveLimits = { windowMs: 10_000, bytesPerWindow: 65_536, totalMs: 45_000 }

/** The time limit for the lines before a body, and the interval of Node.js's check. */
export const HEADER_LIMITS = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 }

/** Whether a body is too slow, by the bytes since the last check and the time since its start. */
export function isTooSlow(
  { bytes, elapsedMs }: { bytes: number; elapsedMs: number },
  { bytesPerWindow, totalMs }: ReceiveLimits,
): boolean {
  return bytes < bytesPerWindow || elapsedMs >= totalMs
}

const watches = new WeakMap<IncomingMessage, ReceiveWatch>()

/** Cuts off every request whose body is too slow, on any path. It includes unknown paths and refused requests. */
export function useReceiveDeadline(server: Server, limits: ReceiveLimits): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !Number(length)) return
    const watch = new ReceiveWatch(request, response, limits)
    watches.set(request, watch)
    watch.begin()
  })
}

/** Pauses the deadline of a body that nobody reads yet, because its reader waits for a turn. */
export function holdDeadline(request: IncomingMessage): void {
  watches.get(request)?.end()
}

/** Restarts the deadline of a body. */
export function restartDeadline(request: IncomingMessage): void {
  watches.get(request)?.begin()
}

class ReceiveWatch {
  private readonly request: IncomingMessage
  private readonly response: ServerResponse
  private readonly limits: ReceiveLimits
  private timer: NodeJS.Timeout | undefined
  private seenBytes = 0
  private elapsedMs = 0

  constructor(request: IncomingMessage, response: ServerResponse, limits: ReceiveLimits) {
    this.request = request
    this.response = response
    this.limits = limits
    request.once('end', () => this.end()).once('close', () => this.end())
  }

  begin(): void {
    this.end()
    this.seenBytes = this.request.socket.bytesRead
    this.elapsedMs = 0
    this.timer = setInterval(() => this.look(), this.limits.windowMs)
  }

  end(): void {
    clearInterval(this.timer)
  }

  private look(): void {
    const { complete, destroyed, socket } = this.request
    if (complete || destroyed) {
      this.end()
      return
    }
    const bytes = socket.bytesRead - this.seenBytes
    this.seenBytes = socket.bytesRead
    this.elapsedMs += this.limits.windowMs
    if (isTooSlow({ bytes, elapsedMs: this.elapsedMs }, this.limits)) this.cut()
  }

  private cut(): void {
    this.end()
    const { request, response } = this
    if (response.headersSent) {
      request.destroy()
      return
    }
    const refusal = new ApiError('request_too_slow')
    response.writeHead(refusal.status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    response.end(JSON.stringify(refusalBody(refusal)), () => request.destroy())
  }
}
