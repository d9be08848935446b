import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Usage } from './usage.ts'

/** One request as bytes, and what to do with its answer. */
export type Shot = {
  bytes: Buffer
  /** Latencies are recorded per kind. */
  kind: string
  onAnswer?: (status: number, body: string) => void
}

/** Cumulated milliseconds of CPU, by process. */
export type Meter = () => Record<string, Usage>

/** The result of a load, without the warm-up. */
export type LoadResult = {
  seconds: number
  /** Milliseconds from the first byte written to the last byte read, ascending. */
  latencies: Map<string, number[]>
  /** The number of answers by kind and status. */
  statuses: Map<string, Map<number, number>>
  /** Milliseconds of CPU per answer, undefined where the system does not report them. */
  cpuMs: Record<string, Usage>
}

type LoadWanted = {
  address: string
  connections: number
  warmUpSeconds: number
  /** The maximum duration. */
  seconds: number
  /** The next request of a connection, which counts from 0. Undefined ends that connection. */
  next: (connection: number) => Shot | undefined
  meter?: Meter
}

/**
 * Sends requests over this many keep-alive connections. Each sends its next request as soon as its last is answered.
 * The answers are counted and not parsed, so that the sender uses far less CPU than the server.
 *
 * @throws Error if a connection breaks
 */
export async function fire({
  address,
  connections,
  warmUpSeconds,
  seconds,
  next,
  meter,
}: LoadWanted): Promise<LoadResult> {
  const latencies = new Map<string, number[]>()
  const statuses = new Map<string, Map<number, number>>()
  const begin = performance.now() + warmUpSeconds * 1000
  const end = begin + seconds * 1000
  const before = sleep(warmUpSeconds * 1000).then(() => snapshot(meter))
  const allDone = new AbortController()
  const after = sleep(end - performance.now(), undefined, { signal: allDone.signal }).then(
    () => snapshot(meter),
    () => snapshot(meter),
  )

  const record = (kind: string, status: number, sentAt: number, at: number) => {
    if (at < begin || at >= end) return
    listOf(latencies, kind).push(at - sentAt)
    const known = statuses.get(kind) ?? new Map<number, number>()
    statuses.set(kind, known.set(status, (known.get(status) ?? 0) + 1))
  }
  const all = Array.from({ length: connections }, (_, index) => converse(address, () => next(index), { end, record }))
  await Promise.all(all)
  const doneAt = Math.min(performance.now(), end)
  allDone.abort()

  for (const list of latencies.values()) list.sort((a, b) => a - b)
  const count = [...latencies.values()].reduce((sum, list) => sum + list.length, 0)
  return { seconds: (doneAt - begin) / 1000, latencies, statuses, cpuMs: perAnswer(await before, await after, count) }
}

/** Answers per second, of all kinds or of one. */
export function rateOf({ latencies, seconds }: LoadResult, kind?: string): number {
  const lists = kind === undefined ? [...latencies.values()] : [latencies.get(kind) ?? []]
  return lists.reduce((sum, list) => sum + list.length, 0) / seconds
}

/** The share of a kind's answers with this status, 0 to 1. */
export function shareOf({ statuses }: LoadResult, kind: string, status: number): number {
  const known = statuses.get(kind) ?? new Map<number, number>()
  const all = [...known.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (known.get(status) ?? 0) / all
}

/** A request of the API as bytes. `path` is relative to /aaapi. Guests have no token, and a GET has no body. */
export function bytesOf({
  method,
  path,
  token,
  key,
  body,
}: {
  method: string
  path: string
  token?: string
  key?: string
  body?: unknown
}): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  return Buffer.from(
    [
      `${method} /aaapi${path} HTTP/1.1`,
      'host: 127.0.0.1',
      ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
      ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
      ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
      '',
      text,
    ].join('\r\n'),
  )
}

type Conversation = { end: number; record: (kind: string, status: number, sentAt: number, at: number) => void }

/** Runs one connection: sends a request, waits for the complete answer, and repeats until the time is over. */
function converse(address: string, next: () => Shot | undefined, { end, record }: Conversation): Promise<void> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let shot: Shot | undefined
    let sentAt = 0
    const ask = () => {
      shot = performance.now() < end ? next() : undefined
      if (!shot) {
        socket.end()
        return resolve()
      }
      sentAt = performance.now()
      socket.write(shot.bytes)
    }
    const reader = new AnswerReader((status, body) => {
      if (!shot) return reject(new Error('an answer that nobody asked for'))
      record(shot.kind, status, sentAt, performance.now())
      shot.onAnswer?.(status, body())
      ask()
    })
    socket.once('connect', ask)
    socket.on('data', (chunk) => reader.read(chunk))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection')))
  })
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Finds the end of each answer by its content-length, one answer at a time. */
export class AnswerReader {
  private chunks: Buffer[] = []
  private missing: number | undefined
  private status = 0
  private head = ''

  constructor(private readonly onAnswer: (status: number, body: () => string, head: string) => void) {}

  read(chunk: Buffer): void {
    this.chunks.push(chunk)
    if (this.missing === undefined) {
      const whole = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks)
      this.chunks = [whole]
      const at = whole.indexOf(HEAD_END)
      if (at < 0) return
      const head = whole.toString('latin1', 0, at)
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
      if (length === undefined) throw new Error(`an answer without content-length:\n${head}`)
      this.status = Number(head.slice(9, 12))
      this.head = head
      this.missing = at + HEAD_END.length + Number(length) - whole.length
    } else {
      this.missing -= chunk.length
    }
    if (this.missing > 0) return
    const { chunks, head } = this
    this.chunks = []
    this.missing = undefined
    this.onAnswer(this.status, () => Buffer.concat(chunks).toString('utf8', head.length + HEAD_END.length), head)
  }
}

function listOf(lists: Map<string, number[]>, kind: string): number[] {
  const list = lists.get(kind) ?? []
  lists.set(kind, list)
  return list
}

function snapshot(meter: Meter | undefined): Record<string, Usage> {
  const { user, system } = process.cpuUsage()
  return { ...meter?.(), sender: (user + system) / 1000 }
}

function perAnswer(before: Record<string, Usage>, after: Record<string, Usage>, count: number): Record<string, Usage> {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const earlier = before[name]
      return [name, value === undefined || earlier === undefined ? undefined : (value - earlier) / count]
    }),
  )
}
