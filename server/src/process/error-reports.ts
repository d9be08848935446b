import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { describeError } from './logger.ts'

/** Where an unexpected error happened: the route or the job, and the id of the request. */
type Place = { where: string; requestId?: string }
export type ReportError = (error: unknown, place: Place) => void

const PATIENCE_MS = 5_000
/** One fault in every request must not become a flood. */
const MOST_A_MINUTE = 30
const FRAME = /^\s+at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/

/**
 * Reports unexpected errors to an address of Sentry's form. A report holds what the log holds: no values of statements,
 * and nothing of people. The library for it takes 20 MB of memory, and this is all that is needed of it.
 *
 * Source: Sentry's developer documents, envelopes and event payloads
 */
export function createErrorReports(
  dsn: string,
  onFault: (error: unknown) => void,
): ReportError & { sent(): Promise<void> } {
  const { protocol, host, username: key, pathname } = new URL(dsn)
  const parts = pathname.slice(1).split('/')
  const project = parts.pop()
  const url = `${protocol}//${host}/${[...parts, 'api', project, 'envelope/'].join('/')}`
  const underWay = new Set<Promise<void>>()
  let window = { begunAt: 0, sent: 0 }

  const send = async (error: unknown, place: Place) => {
    const event = eventOf(error, place)
    const lines = [{ event_id: event.event_id, dsn }, { type: 'event' }, event].map((line) => JSON.stringify(line))
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=paidang/1, sentry_key=${key}`,
      },
      body: lines.join('\n'),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`error reports: ${answer.status}`)
  }
  const report: ReportError = (error, place) => {
    if (performance.now() - window.begunAt > 60_000) window = { begunAt: performance.now(), sent: 0 }
    window.sent += 1
    if (window.sent > MOST_A_MINUTE) return
    const sending = send(error, place)
      .catch(onFault)
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }
  return Object.assign(report, { sent: async () => void (await Promise.all(underWay)) })
}

function eventOf(error: unknown, { where, requestId }: Place) {
  const known = error instanceof Error ? error : new Error(String(error))
  const { type, message, stack, cause } = describeError(known)
  const framesOf = (text: string) =>
    text
      .split('\n')
      .flatMap((line) => {
        const [, name, file, lineno, colno] = FRAME.exec(line) ?? []
        return file ? [{ function: name ?? '?', filename: file, lineno: Number(lineno), colno: Number(colno) }] : []
      })
      // The last frame is where it was thrown.
      .reverse()
  const causes = cause
    ? [{ type: cause.type, value: cause.message, stacktrace: { frames: framesOf(cause.stack) } }]
    : []
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: 'node',
    level: 'error',
    server_name: hostname(),
    environment: process.env.NODE_ENV ?? 'development',
    transaction: where,
    tags: requestId === undefined ? {} : { request_id: requestId },
    exception: { values: [...causes, { type, value: message, stacktrace: { frames: framesOf(stack) } }] },
  }
}
