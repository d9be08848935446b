import { ApiError } from '@paidang/api/catalogue/errors'
import { createErrorReporter, reportClientError } from '@paidang/api/client-errors'
import type { ClientErrorKind } from '@paidang/domain/kernel/client-error'
import Taro from '@tarojs/taro'
import { clientName } from './client-name'
import { NetworkError } from './network-error'
import { transport } from './transport'
import { watchErrors } from './watch-errors'

/** What somebody gave up, as a read of a page that was left. */
const GIVEN_UP = 'AbortError'

const report = createErrorReporter({
  app: process.env.TARO_ENV === 'weapp' ? 'weapp' : 'h5',
  version: APP_VERSION,
  client: clientName,
  page: () => Taro.getCurrentInstance().router?.path.split('?')[0] ?? '',
  isExpected: (error) =>
    error instanceof ApiError ||
    error instanceof NetworkError ||
    (error as { name?: string } | null | undefined)?.name === GIVEN_UP,
  random: Math.random,
  async send(body) {
    const { method, path } = reportClientError
    const { status } = await transport({ method, url: `${API_ORIGIN}/aaapi${path}`, headers: {}, body })
    if (status !== 200) throw new NetworkError({ status })
  },
})

/** Tells the server that something failed here; nobody waits for it, and it never fails. */
export function reportError(kind: ClientErrorKind, error: unknown): void {
  void report(kind, error)
}

/** From now on the server is told of errors that nobody caught. */
export function reportErrors(): void {
  watchErrors(reportError)
}
