import { ApiError } from '@paidang/api/catalogue/errors'
import { createErrorReporter, reportClientError } from '@paidang/api/client-errors'
import type { ClientErrorKind } from '@paidang/domain/kernel/client-error'
import { call } from './call'
import { PageNotLoaded } from './load-page'
import { NetworkError } from './network-error'

/** Whether an error is no fault of the console: a refusal, a lost network, or an aborted read. */
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

/** Reports an error in this browser to the server. The caller does not wait, and it never fails. */
export function reportError(kind: ClientErrorKind, error: unknown): void {
  void report(kind, error)
}

/** From now on, errors that nobody caught are reported to the server. */
export function reportErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError('script', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason))
}
