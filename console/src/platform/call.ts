import { renewStaffToken } from '@paidang/api/areas/desks/staff'
import { ApiError } from '@paidang/api/catalogue/errors'
import { createClient, type Send } from '@paidang/api/client'
import { CONSOLE_HEADER, CONSOLE_LOG_IN, consoleAccount } from '@paidang/api/console-page'
import type { Answer, Endpoint, Input } from '@paidang/api/endpoint'
import { setClockBy } from './clock'
import { NetworkError } from './network-error'
import { sessionEnded, startSession, useSession } from './session'

/** A token this close to its end is renewed first, in milliseconds. */
const RENEW_BEFORE_MS = 30 * 60_000

type CallOptions = {
  /** Identifies the press: the server runs it once, however often it arrives. For actions that must happen once. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The file of an upload, in place of a body. */
  file?: File
}

/**
 * Calls an endpoint: resolves to its data, or to one page of it.
 *
 * @throws ApiError with the server's message; NetworkError when no answer of our server came
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  if (endpoint.access !== 'open') await renewed()
  return createClient({ send: sender(options) })(endpoint, input)
}

let renewing: Promise<void> | undefined
/** When a session that cannot be renewed expires: it opens calls until then. */
let lastOfTheDay: number | undefined

function renewed(): Promise<void> | undefined {
  const { staff, expiresAt } = useSession.getState()
  if (staff === null || expiresAt === lastOfTheDay || expiresAt - Date.now() > RENEW_BEFORE_MS) return undefined
  renewing ??= renew().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renew(): Promise<void> {
  const { expiresAt } = useSession.getState()
  try {
    startSession(await createClient({ send: sender({}) })(renewStaffToken, {}), Date.now())
  } catch (error) {
    // The present token may still be valid for half an hour. The call itself shows whether it is accepted.
    if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
    if (error instanceof ApiError && error.status === 401) lastOfTheDay = expiresAt
  }
}

function sender({ idempotencyKey, signal, file }: CallOptions): Send {
  return async ({ method, path, body }, endpoint) => {
    const { staff, expiresAt } = useSession.getState()
    const account = endpoint.access === 'open' ? null : staff
    const headers: Record<string, string> = { [CONSOLE_HEADER]: account ? consoleAccount(account) : CONSOLE_LOG_IN }
    if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
    const form = file && formOf(file)
    if (body !== undefined && !form) headers['content-type'] = 'application/json'
    const answer = await fetch(`/aaapi${path}`, {
      method,
      headers,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : new NetworkError()
    })
    setClockBy(answer.headers.get('date'))
    const said: unknown = await answer.json().catch(() => undefined)
    if (typeof said !== 'object' || said === null || !('success' in said)) throw new NetworkError()
    // A token that cannot be renewed is used until its end.
    if (answer.status === 401 && endpoint.path !== renewStaffToken.path) await endSessionOf(expiresAt)
    return { status: answer.status, body: said }
  }
}

/** Ends the session that expires then. A later log-in stays, also one in another tab of which this one has not heard. */
async function endSessionOf(expiresAt: number): Promise<void> {
  await useSession.persist.rehydrate()
  if (useSession.getState().expiresAt === expiresAt) sessionEnded()
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}
