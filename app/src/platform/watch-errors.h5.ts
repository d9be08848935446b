import type { OnError } from './watch-errors-types'

/** Reports errors that nobody caught, from now on. */
export function watchErrors(hear: OnError): void {
  window.addEventListener('error', ({ error, message }) => hear('script', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => hear('rejection', reason))
}
