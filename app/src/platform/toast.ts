import { ApiError } from '@paidang/api/catalogue/errors'
import type { Outcome } from '@paidang/api/endpoint'
import { presentToast } from './toast-present'
import type { ToastTone } from './toast-words'

/** Source: specification §9. */
const TOAST_MS = 2000
/** For turning 允许冲突 on and off. Source: specification §9. */
export const SHORT_TOAST_MS = 1500

/** Shows one sentence for a moment; the newest replaces the one before. */
export function showToast(
  text: string,
  { tone = 'plain', durationMs = TOAST_MS }: { tone?: ToastTone; durationMs?: number } = {},
): void {
  presentToast({ text, tone, durationMs })
}

/** An action has succeeded; silent for those that have no sentence. */
export function showDone(outcome: Outcome): void {
  if (outcome.done) showToast(outcome.done, { tone: 'done' })
}

/** An action has failed: the server's sentence when it sent one, else the action's own. Source: specification §8. */
export function showFailed(outcome: Outcome, error: unknown): void {
  // The end of the session has been told already, once for all calls that failed by it.
  if (error instanceof ApiError && error.status === 401) return
  showToast(failureText(outcome, error), { tone: 'failed' })
}

/** The sentence that a failure is told with, for blocks and fields that show it in place. */
export function failureText(outcome: Outcome, error: unknown): string {
  return error instanceof ApiError ? error.message : outcome.failed
}
