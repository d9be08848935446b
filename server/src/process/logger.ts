import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

/**
 * What Fastify's logger is made from: JSON lines, or coloured ones for a person at a terminal. Never a bearer header or a
 * phone number that was looked for, never what opens a calendar, a shared page or a private picture by itself, and never the
 * values of a failed query, which hold phones and names.
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

/** What may stand between the digits of a number in an address, as it is or encoded: blanks, plus, hyphens, points, brackets. */
const BETWEEN = String.raw`(?:[-+.\s()]|%20|%2[89BDE]|%E2%80%9[0-5]|%C2%A0)*`
/** A digit in either width. */
const DIGIT = '(?:[0-9]|%EF%BC%9[0-9])'
/** A mobile number that stands by itself in an address, however it is spelt: somebody was looked for by it. */
const PHONE_IN_ADDRESS = new RegExp(
  `(?<!%[\\dA-F]?)(?<!\\d)(?:(?:00|%2B|\\+)?86${BETWEEN})?(?:1|%EF%BC%91)(?:${BETWEEN}${DIGIT}){10}(?!\\d)`,
  'gi',
)

/** Whoever knows this address reads somebody's calendar. */
const CALENDAR_ADDRESS = /(\/calendar\/feed\/)[^/?]+(?=\.ics)/

/** Whoever knows this short id opens what was handed on by it. */
const SHARE_ADDRESS = /(\/share\/)(?!create(?:[/?#]|$))[^/?#]+/

/** Whoever has one of these opens a class, a game, a card or a private picture, or enters the console. */
const SECRET_PARAMETER = /([?&](?:share|i|sign|ticket|token|refreshToken|scene)=)[^&#]+/gi

/** A request in a log: what Fastify says of one, without phone numbers and secrets in its address. */
function describeRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip' | 'socket'>) {
  return {
    method: request.method,
    url: request.url
      .replace(CALENDAR_ADDRESS, '$1***')
      .replace(SHARE_ADDRESS, '$1***')
      .replace(SECRET_PARAMETER, '$1***')
      .replace(PHONE_IN_ADDRESS, '1**********'),
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
