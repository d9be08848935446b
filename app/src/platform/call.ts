import { type LogIn, refreshToken as refreshTokenEndpoint } from '@paidang/api/areas/people/auth'
import { ApiError, leavesKeyOpen } from '@paidang/api/catalogue/errors'
import { notices } from '@paidang/api/catalogue/outcomes'
import { answerOf, createClient, pathOf, type RequestParts, type Send } from '@paidang/api/client'
import type { Answer, Endpoint, Input } from '@paidang/api/endpoint'
import type { OutdatedRevision } from '@paidang/api/shapes'
import { isExpired, SESSION_EXPIRY_REDIRECT_MS } from '@paidang/domain/areas/people/auth/session'
import { confirm } from '../ui/confirm'
import { withRefreshLock } from './environment'
import { goToLogin, isAtLogin } from './navigate'
import { NetworkError } from './network-error'
import { queryClient } from './query'
import { currentSession, endSession, reloadSession, type Session, startSession } from './session'
import { readStored, store } from './storage'
import { showToast } from './toast'
import { takeReady, transport } from './transport'
import type { HttpAnswer, HttpRequest, Transport } from './transport-types'

/** Whoever would wait longer is told that the server is busy. */
const MOST_WAIT_S = 5

type CallOptions = {
  /** Identifies the press: the server runs it once, however often it arrives. Without it a new key is made. */
  idempotencyKey?: string
  /** Aborts the call; TanStack passes one to every query. */
  signal?: AbortSignal
  /** Carries this call instead of the default transport, for example a file. */
  transport?: Transport
}

/** Calls an endpoint of the API: resolves to its data, or to one page of it. */
type Call = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Answer<E>>

type Parts = {
  transport: Transport
  session: {
    current: () => Session
    reload: () => void
    start: (logIn: LogIn, now: number) => void
    end: () => void
  }
  /** Milliseconds. */
  now: () => number
  newKey: () => string
  lock: (work: () => Promise<void>) => Promise<void>
  /** The server ended the session; called once for many failing calls. */
  onExpired: (sentence?: string) => void
  /** Shows what changed since it was read, and asks whether to go on. */
  askAgain: (changes: readonly string[]) => Promise<boolean>
}

type Calls = {
  call: Call
  /**
   * The access token, refreshed first when it is near its end; null without a session.
   *
   * @throws as a call does, when the refresh fails
   */
  freshToken: () => Promise<string | null>
}

/**
 * Makes the only path for calls. It adds the token, and refreshes it in time, once for all waiting calls. It gives
 * each press an idempotency key, keeps that of an unanswered creation, and ends the session on a 401.
 * Source: specification §4 "Session", §7 "Auth".
 */
export function createCalls({ transport, session, now, newKey, lock, onExpired, askAgain }: Parts): Calls {
  let refreshing: Promise<void> | undefined

  /** Ends the session of this token; a later log-in stays. */
  const expire = (token: string | null, sentence?: string) => {
    if (session.current().token !== token) return
    session.end()
    onExpired(sentence)
  }

  const isStale = () => {
    const { token, expiresAt } = session.current()
    return token !== null && (expiresAt === null || isExpired(expiresAt, now()))
  }

  /** `refused` is the token that the server took no more, whatever the clock of this device says. */
  const refresh = async (refused: string | undefined) => {
    session.reload()
    // Another tab may have refreshed while this one waited for the lock.
    if (refused === undefined ? !isStale() : session.current().token !== refused) return
    const { token, refreshToken } = session.current()
    try {
      if (!refreshToken) throw new ApiError('refresh_token_missing', { status: 400 })
      const logIn = await clientOf({})(refreshTokenEndpoint, { body: { refreshToken } })
      session.start(logIn, now())
    } catch (error) {
      if (!isRefusal(error)) throw error
      const hasChanged = error instanceof ApiError && error.code === 'agreement_changed'
      expire(token, hasChanged ? error.message : undefined)
      throw new ApiError('session_expired', { status: 401 })
    }
  }

  const freshen = (refused?: string) => {
    if (refused === undefined && !isStale()) return
    refreshing ??= lock(() => refresh(refused)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  /**
   * One delivery. After a network failure it is repeated once under the same key, and once more after the time that a busy
   * server asks for. A call that guards itself is not repeated. The server stores no answer for its key, so a repeat could
   * report a false refusal. The user may press again.
   */
  const deliver = async (request: HttpRequest, { guardsItself }: Endpoint, carry: Transport) => {
    const send = () =>
      carry(request).catch((error: unknown) => {
        if (!(error instanceof NetworkError) || request.method === 'GET' || guardsItself) throw error
        return carry(request)
      })
    const answer = await send()
    const seconds = Number(answer.retryAfter)
    if (guardsItself || answer.status !== 503 || !(seconds <= MOST_WAIT_S)) return answer
    // Who was refused together does not come back together.
    await pause(seconds * 1000 * (1 + Math.random()), request.signal)
    return send()
  }

  const clientOf = ({ idempotencyKey, signal, transport: carry = transport }: CallOptions) => {
    const send: Send = async ({ method, path, body }, endpoint) => {
      // A log-in has no session yet. The other calls under /auth belong to one, as every call elsewhere.
      const isLogIn = path.startsWith('/auth/') && endpoint.access === 'open'
      if (!isLogIn) await freshen()
      const headers: Record<string, string> = {}
      const press = endpoint.once && `${session.current().userId} ${method} ${path} ${JSON.stringify(body)}`
      const key = idempotencyKey ?? newKey()
      if (method !== 'GET') headers['Idempotency-Key'] = press ? keyOfPress(press, key, now()) : key

      const sendAs = (token: string | null) => {
        if (token && !isLogIn) headers.Authorization = `Bearer ${token}`
        return deliver({ method, url: `${API_ORIGIN}/aaapi${path}`, headers, body, signal }, endpoint, carry)
      }

      const { userId } = session.current()
      let { token } = session.current()
      let answer = await sendAs(token)
      // The clock of the device may be behind. So the server's word ends a token, and the other one is exchanged once.
      if (!isLogIn && token !== null && isOver(answer) && session.current().refreshToken) {
        await freshen(token)
        const next = session.current()
        // Somebody else may have logged in meanwhile.
        if (next.token !== null && next.token !== token && next.userId === userId) {
          token = next.token
          answer = await sendAs(token)
        }
      }
      if (answer.status === 401 && !isLogIn) expire(token)
      if (!hasSentence(answer.body)) throw new NetworkError({ status: answer.status })
      if (press && !isKeyOpen(answer)) forgetPress(press, now())
      return answer
    }
    return createClient({ send })
  }

  /**
   * A decision about something that others have changed meanwhile is asked again, with what changed. A yes sends it for
   * the present state. Its key belongs to the first one, so that a repeat after a lost answer acts once.
   */
  const call: Call = async (endpoint, input, options = {}) => {
    try {
      return await clientOf(options)(endpoint, input)
    } catch (error) {
      const present = withPresentRevision(input, error)
      if (!present || !(await askAgain(present.changes))) throw error
      const { idempotencyKey: key } = options
      return call(endpoint, present.input, { ...options, ...(key && { idempotencyKey: `${key}-${present.revision}` }) })
    }
  }

  return {
    call,
    async freshToken() {
      await freshen()
      return session.current().token
    },
  }
}

/** The input with the revision that the server has, where it refused the one that was sent. */
function withPresentRevision<I>(input: I, error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'revision_outdated') return undefined
  const { revision, changes = [] } = (error.data ?? {}) as Partial<OutdatedRevision>
  const { query, body } = input as { query?: object; body?: object }
  if (revision === undefined) return undefined
  if (body && 'revision' in body) return { revision, changes, input: { ...input, body: { ...body, revision } } }
  if (query && 'revision' in query) return { revision, changes, input: { ...input, query: { ...query, revision } } }
  return undefined
}

/**
 * Whether our server refused to continue this log-in. A missing answer, an answer of a proxy, a server error or a rate
 * limit does not count. Then the call fails, and the next one tries again.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** Whether this is our server's envelope; anything else came from a proxy or the like. */
function hasSentence(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body
}

/** Whether the server takes the token no more. */
function isOver({ status, body }: HttpAnswer): boolean {
  return status === 401 && hasSentence(body) && (body as { code?: unknown }).code === 'session_expired'
}

/** Whether an answer tells nothing of an earlier delivery under the same key. */
function isKeyOpen({ status, body }: HttpAnswer): boolean {
  return leavesKeyOpen({ status, code: (body as { code: unknown }).code })
}

/** Rejects with the signal's reason when it is aborted before. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

/** A random unique key of a press. */
export function randomKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `${Date.now().toString(36)}-${part()}-${part()}`
}

const calls = createCalls({
  transport,
  session: { current: currentSession, reload: reloadSession, start: startSession, end: endSession },
  now: Date.now,
  newKey: randomKey,
  lock: withRefreshLock,
  onExpired: sessionExpired,
  askAgain(changes) {
    // The screen behind the question shows the present state.
    queryClient.invalidateQueries()
    return confirm({
      title: '内容刚刚有修改，仍要继续？',
      line: changes.join('；'),
      confirmText: '继续',
      cancelText: '再看看',
    })
  },
})

/**
 * Calls an endpoint of the API as the user of this device.
 *
 * @throws ApiError when the server refuses, with its message; NetworkError when no answer of our server came
 */
export const call: Call = calls.call

/** The answer to a read that began before the app was there, if it has come. It is taken once. */
export function readyAnswer<E extends Endpoint>(endpoint: E, input: Input<E>): Answer<E> | undefined {
  const { method, path } = endpoint
  const { body, ...parts } = input as RequestParts
  const headers = { Authorization: `Bearer ${currentSession().token}` }
  const envelope = takeReady({ method, url: `${API_ORIGIN}/aaapi${pathOf(path, parts)}`, headers, body })
  return envelope && answerOf(endpoint, envelope)
}

/** The access token of this device's user, refreshed first when it is near its end; null without a session. */
export const freshToken = calls.freshToken

/** Keys by request. Each belongs to a press that may have reached the server. */
type Kept = Record<string, { key: string; at: number }>

/** The server replays an answer for this long, in milliseconds. Source: decision "The HTTP surface" */
const KEPT_MS = 24 * 3_600_000

/**
 * The key of a creation: the one of an earlier press of the same request that got no answer, else this one. It is kept
 * on the device, so that a press after a restart of the app is a repeat for the server too.
 */
export function keyOfPress(request: string, key: string, now: number): string {
  const kept = readKept()
  const found = kept[printOf(request)]
  if (found && now - found.at < KEPT_MS) return found.key
  store('unanswered', { ...kept, [printOf(request)]: { key, at: now } })
  return key
}

/** Forgets the key of a request that was answered, and those that are too old. */
function forgetPress(request: string, now: number): void {
  const rest = Object.entries(readKept()).filter(([print, { at }]) => print !== printOf(request) && now - at < KEPT_MS)
  store('unanswered', Object.fromEntries(rest))
}

const readKept = () => readStored<Kept>('unanswered') ?? {}

/** A short print, so that the device keeps no words of the request. The server compares the whole request. */
function printOf(request: string): string {
  let print = 5381
  for (let at = 0; at < request.length; at++) print = (print * 33 + request.charCodeAt(at)) % 4_294_967_296
  return `${print}-${request.length}`
}

let leaving = false

/**
 * Says that the session has ended, and after a moment opens the log-in page. The page below keeps its input. Shown
 * once, however many calls failed.
 * Source: specification §7 "Auth".
 */
export function sessionExpired(sentence: string = notices.sessionExpired): void {
  if (leaving || isAtLogin()) return
  leaving = true
  showToast(sentence, { tone: 'failed' })
  setTimeout(() => {
    leaving = false
    goToLogin()
  }, SESSION_EXPIRY_REDIRECT_MS)
}
