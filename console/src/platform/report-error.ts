import { ApiError } from '@paidang/api/catalogue/errors'
import { createErrorReporter, reportClientError } from '@paidang/api/client-errors'
import type { ClientErrorKind } from '@paidang/domain/kernel/client-error'
import { call } from './call'
import { PageNotLoaded } from './load-page'
import { NetworkError } from './network-error'

/** What is no fault of ours: a refusal, a lost network, and a read of a page that was left. */
const isExpected = (error: unknown) =>
  [ApiError, NetworkError, PageNotLoaded].some((kind) => error instanceof kind) ||
  (error instanceof Error && error.name === 'AbortError')

const report = createErrorReporter({
  app: 'console',
  version: APP_VERSION,
  client: () => /(?:Edg|Firefox|Chrome|Version)\/\d+/.exec(navigator.userAgent)?.[0] ?? '',
  page: () => location.pathname.replace(/\d+/g, ':id'),
  isExpected,
  random: Math.random,
  send: (body) => call(reportClientError, { body }),
})

/** Tells the server that something failed here; nobody waits for it, and it never fails. */
export function reportError(kind: ClientErrorKind, error: unknown): void {
  void report(kind, error)
}

/** From now on the server is told of errors that nobody caught. */
export function reportErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError('script', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason))
}
