import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

/**
 * What Fastify's logger is made from: JSON lines, or coloured ones for a person at a terminal. Never a bearer header or a
 * phone number that was looked for, never the secret address of a calendar or the ticket of a link, and never the values of a failed query, which
 * hold phones and names.
 */
export function loggerOptions({ logLevel, production }: Pick<Config, 'logLevel' | 'production'>) {
  const forPeople = process.stdout.isTTY && !production
  return {
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization'],
    serializers: { err: describeError, req: describeRequest },
    ...(forPeople && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
    }),
  } satisfies FastifyServerOptions['logger']
}

/** A mobile number that stands by itself in an address: somebody was looked for by it. */
const PHONE_IN_ADDRESS = /(?<!\d)1\d{10}(?!\d)/g

/** Whoever knows this address reads somebody's calendar. */
const CALENDAR_ADDRESS = /(\/calendar\/feed\/)[^/?]+(?=\.ics)/

/** Whoever has this ticket enters the console as a company's admin. */
const TICKET = /([?&]ticket=)[^&#]+/

/** A request in a log: what Fastify says of one, without phone numbers and secrets in its address. */
function describeRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip' | 'socket'>) {
  return {
    method: request.method,
    url: request.url
      .replace(PHONE_IN_ADDRESS, '1**********')
      .replace(CALENDAR_ADDRESS, '$1***')
      .replace(TICKET, '$1***'),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket.remotePort,
  }
}

type Described = {
  type: string
  message: string
  stack: string
  code?: unknown
  constraint?: unknown
  table?: unknown
  cause?: Described
}

/** An error in a log: its own words, place and codes, and the same of its cause. */
export function describeError(error: Error & Partial<Record<'code' | 'constraint' | 'table', unknown>>): Described {
  const { name, code, constraint, table, cause } = error
  return {
    type: error.constructor?.name ?? name,
    // Drizzle's message goes on with the values of the query; PostgreSQL's `detail` names the values of a taken key.
    message: error.message.split('\nparams: ')[0] ?? '',
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}
