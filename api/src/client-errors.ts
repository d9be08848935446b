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
import type { AreaReference, Endpoint } from './endpoint.ts'

const word = Type.String({ maxLength: MAX_ERROR_WORD })

/**
 * One failure in a client, without personal data. `page` is its path without parameters. `client` is the family of the
 * browser or the base library.
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

export const reportClientError = {
  method: 'POST',
  path: '/client-errors',
  access: 'open',
  summary: 'A client reports its failure',
  description: ['One address fills at most half of what a day stores.'],
  limit: { requests: 10, minutes: 60 },
  body: ClientErrorReport,
  data: Type.Null(),
} satisfies Endpoint

/**
 * The chance with which further failures of a reported kind are reported. The number in one session is limited as well.
 */
const SAMPLE = 0.1
const MAX_REPORTS = 20

type Parts = Pick<ClientErrorReport, 'app' | 'version'> & {
  client: () => string
  page: () => string
  /** Whether a failure needs no report, such as a refusal of the server or a lost network. */
  isExpected: (error: unknown) => boolean
  random: () => number
  send: (report: ClientErrorReport) => Promise<unknown>
}

/**
 * Creates the reporter of failures: it reports the first of each kind, then a sample. Once a report fails, no more are
 * sent.
 */
export function createErrorReporter({ app, version, client, page, isExpected, random, send }: Parts) {
  const told = new Set<string>()
  let count = 0
  let isDeaf = false
  return async (kind: ClientErrorKind, error: unknown): Promise<void> => {
    if (isDeaf || isExpected(error)) return
    const { message, stack } = errorTextOf(error)
    const key = `${kind} ${message}`
    if (message === '' || count >= MAX_REPORTS || (told.has(key) && random() >= SAMPLE)) return
    told.add(key)
    count += 1
    try {
      await send({ app, kind, message, stack, page: page().slice(0, MAX_ERROR_WORD), version, client: client() })
    } catch {
      // A failed report must not cause a failure of the client.
      isDeaf = true
    }
  }
}

function errorTextOf(error: unknown): { message: string; stack: string } {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  const [first = '', ...rest] = withoutPersonalData(message).split('\n')
  return {
    message: first.slice(0, MAX_ERROR_MESSAGE),
    stack: (stack ? withoutPersonalData(stack) : rest.join('\n')).slice(0, MAX_ERROR_STACK),
  }
}

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Failures that the clients report, without personal data.',
  fields: {
    app: 'Which client failed: h5 in a browser, weapp in WeChat, or the console.',
    kind: 'How it failed: render of a page, rejection of a promise, or script.',
    message: 'The text of the error, without personal data.',
    stack: 'The stack of the error, without personal data; may be empty.',
    page: 'The path of the page, without parameters.',
    version: 'The version of the client.',
    client: "The family of the browser, or WeChat's base library.",
    ClientErrorReport: 'One failure in a client, without personal data.',
  },
}
