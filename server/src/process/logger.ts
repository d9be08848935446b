import { unescape as decode } from 'node:querystring'
import { maskMobiles } from '@paidang/domain/kernel/phone'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The options of Fastify's logger: JSON lines, or coloured ones for a terminal. The log never contains a bearer header
 * or a searched phone number. It never contains a secret that opens a calendar, a shared page or a private picture. It
 * never contains the values of a failed query, which include phones and names.
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

/** This address alone opens a person's calendar. */
const CALENDAR_ADDRESS = /(\/calendar\/feed\/)[^/?]+(?=\.ics)/

/** This short id alone opens a shared page. */
const SHARE_ADDRESS = /(\/share\/)(?!create(?:[/?#]|$))[^/?#]+/

/** Each of these parameters alone opens a class, a game, a card or a private picture, or enters the console. */
const SECRET_PARAMETER = /([?&](?:share|i|sign|ticket|token|refreshToken|scene)=)[^&#]+/gi

/** One name or value of an address without the mobile numbers that somebody searched for. */
function maskPart(part: string): string {
  const text = decode(part.replace(/\+/g, ' '))
  const masked = maskMobiles(text)
  return masked === text ? part : encodeURIComponent(masked.trim())
}

/** A request as logged: Fastify's description, without phone numbers and secrets in the address. */
function describeRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip' | 'socket'>) {
  return {
    method: request.method,
    url: request.url
      .replace(CALENDAR_ADDRESS, '$1***')
      .replace(SHARE_ADDRESS, '$1***')
      .replace(SECRET_PARAMETER, '$1***')
      .replace(/[^/?&=#]+/g, maskPart),
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

/** An error as logged: its message, stack and codes, and those of its cause. */
export function describeError(error: Error & Partial<Record<'code' | 'constraint' | 'table', unknown>>): Described {
  const { name, code, constraint, table, cause } = error
  return {
    type: error.constructor?.name ?? name,
    // Drizzle's message ends with the values of the query. PostgreSQL's `detail` contains the values of a taken key.
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

const isProduction = () => process.env.NODE_ENV === 'production'
const lineOf = (level: number, msg: string, err?: Described) =>
  JSON.stringify({ level, time: Date.now(), pid: process.pid, msg, ...(err && { err }) })
/** The numbers of pino. */
const [INFO, ERROR] = [30, 50]

/** Says something of the whole process: a sentence in a terminal, a line of JSON in production. */
export function say(sentence: string): void {
  console.log(isProduction() ? lineOf(INFO, sentence.trim()) : sentence)
}

/** Says what is wrong with the whole process, in the same way. */
export function sayFault(sentence: string, cause?: unknown): void {
  if (!isProduction()) console.error(...(cause === undefined ? [sentence] : [sentence, cause]))
  else if (cause instanceof Error) console.error(lineOf(ERROR, sentence, describeError(cause)))
  else console.error(lineOf(ERROR, cause === undefined ? sentence : `${sentence}${String(cause)}`))
}
