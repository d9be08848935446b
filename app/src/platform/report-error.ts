import { ApiError } from '@paidang/api/catalogue/errors'
import { createErrorReporter, reportClientError } from '@paidang/api/client-errors'
import type { ClientErrorKind } from '@paidang/domain/kernel/client-error'
import Taro from '@tarojs/taro'
import { clientName, watchErrors } from './environment'
import { NetworkError } from './network-error'
import { transport } from './transport'

/** The name of an aborted call's error, for example after leaving a page. */
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

/** Reports an error on this device to the server. The caller does not wait, and it never fails. */
export function reportError(kind: ClientErrorKind, error: unknown): void {
  void report(kind, error)
}

/** From now on, errors that nobody caught are reported to the server. */
export function reportErrors(): void {
  watchErrors(reportError)
}
