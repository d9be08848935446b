import {
  CLIENT_APPS,
  CLIENT_ERROR_KINDS,
  type ClientErrorKind,
  MAX_ERROR_MESSAGE,
  MAX_ERROR_STACK,
  MAX_ERROR_WORD,
  withoutPersonalData,
} from '@paidang/domain/kernel/client-error'
import { type Static, Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'

const word = Type.String({ maxLength: MAX_ERROR_WORD })

/**
 * One failure in a client, without anything personal: `page` is its path without parameters, `client` the family of the browser or
 * the base library.
 */
export const ClientErrorReport = Type.Object({
  app: Type.Enum([...CLIENT_APPS]),
  kind: Type.Enum([...CLIENT_ERROR_KINDS]),
  message: Type.String({ minLength: 1, maxLength: MAX_ERROR_MESSAGE }),
  stack: Type.String({ maxLength: MAX_ERROR_STACK }),
  page: word,
  version: word,
  client: word,
})
export type ClientErrorReport = Static<typeof ClientErrorReport>

/** A client tells what failed in it. */
export const reportClientError = {
  method: 'POST',
  path: '/client-errors',
  access: 'open',
  summary: '上报客户端错误',
  limit: { requests: 20, minutes: 10 },
  body: ClientErrorReport,
  data: Type.Null(),
} satisfies Endpoint

/** Further failures of a kind that was told already are told with this chance, and no more than so many in one session. */
const SAMPLE = 0.1
const MAX_REPORTS = 20

type Parts = Pick<ClientErrorReport, 'app' | 'version'> & {
  client: () => string
  page: () => string
  /** What need not be told, as a refusal of the server or a lost network. */
  isExpected: (error: unknown) => boolean
  random: () => number
  send: (report: ClientErrorReport) => Promise<unknown>
}

/** Makes what tells the server of failures: the first of each kind, then a sample. Once telling fails, no more is told. */
export function createErrorReporter({ app, version, client, page, isExpected, random, send }: Parts) {
  const told = new Set<string>()
  let count = 0
  let isDeaf = false
  return async (kind: ClientErrorKind, error: unknown): Promise<void> => {
    if (isDeaf || isExpected(error)) return
    const { message, stack } = wordsOf(error)
    const key = `${kind} ${message}`
    if (message === '' || count >= MAX_REPORTS || (told.has(key) && random() >= SAMPLE)) return
    told.add(key)
    count += 1
    try {
      await send({ app, kind, message, stack, page: page().slice(0, MAX_ERROR_WORD), version, client: client() })
    } catch {
      // Who cannot be told of failures must not fail because of it.
      isDeaf = true
    }
  }
}

function wordsOf(error: unknown): { message: string; stack: string } {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  const [first = '', ...rest] = withoutPersonalData(message).split('\n')
  return {
    message: first.slice(0, MAX_ERROR_MESSAGE),
    stack: (stack ? withoutPersonalData(stack) : rest.join('\n')).slice(0, MAX_ERROR_STACK),
  }
}
