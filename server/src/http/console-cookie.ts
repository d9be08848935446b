import { CONSOLE_HEADER, consoleAccount } from '@paidang/api/console-page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameOrigin, isSecure } from './origin.ts'
import { ACCESS_TOKEN_SECONDS, type Caller, type Sessions } from './session.ts'

/**
 * The cookie with the token of a console page. No script of the page reads it, and no other site sends it along.
 * Source: decision record 041
 */
const COOKIE = 'paidang-console'
const VALUE = new RegExp(`(?:^|; *)${COOKIE}=([\\w.-]+)`)

/** The account for which a page of the console calls; undefined for any other sender. */
function pageOf(request: FastifyRequest): string | undefined {
  const page = request.headers[CONSOLE_HEADER]
  return typeof page === 'string' && isSameOrigin(request) ? page : undefined
}

/** The account of a caller of the console, as its pages name it. */
function accountOf(caller: Caller): string | undefined {
  if (caller.kind === 'staff') return consoleAccount(caller.staff)
  return caller.kind === 'company' ? consoleAccount({ role: 'company', id: caller.admin.id }) : undefined
}

/**
 * The caller of a request: the owner of its bearer token, or of the cookie of a console page. The cookie counts only
 * with the header that the page sets, which another site cannot send. A page that shows another account, since somebody
 * else has logged in on another tab, has no caller.
 */
export function callerOf(sessions: Sessions, request: FastifyRequest): Caller | Promise<Caller> {
  const { authorization, cookie = '' } = request.headers
  const page = authorization === undefined ? pageOf(request) : undefined
  if (page === undefined) return sessions.callerOf(authorization)
  const token = VALUE.exec(cookie)?.[1]
  if (token === undefined) return { kind: 'guest' }
  return Promise.resolve(sessions.callerOf(`Bearer ${token}`)).then((caller) =>
    accountOf(caller) === page ? caller : { kind: 'expired' },
  )
}

/** Answers a log-in: to a page of the console without the token, which its cookie keeps; to any other caller with it. */
export function answerLogIn<L extends { token: string }>(request: FastifyRequest, reply: FastifyReply, logIn: L): L {
  const page = pageOf(request)
  if (page === undefined) return logIn
  setCookie(request, reply, logIn.token, ACCESS_TOKEN_SECONDS)
  return { ...logIn, token: '' }
}

/** Removes the cookie of a page that logs out, or that has tried to. */
export function dropCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (pageOf(request) !== undefined) setCookie(request, reply, '', 0)
}

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void {
  const secure = isSecure(request) ? '; Secure' : ''
  reply.header('set-cookie', `${COOKIE}=${value}; Path=/aaapi; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
}
