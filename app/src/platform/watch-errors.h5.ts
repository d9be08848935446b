import type { HearError } from './watch-errors-words'

/** Tells of errors that nobody caught, from now on. */
export function watchErrors(hear: HearError): void {
  window.addEventListener('error', ({ error, message }) => hear('script', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => hear('rejection', reason))
}
