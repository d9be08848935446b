import { ApiError } from '@paidang/api/catalogue/errors'
import type { Outcome } from '@paidang/api/endpoint'
import Taro from '@tarojs/taro'
import { presentToast, type ToastTone } from './toast-present'

/** In milliseconds. Source: specification §9. */
const TOAST_MS = 2000
/** For turning 允许冲突 on and off; in milliseconds. Source: specification §9. */
export const SHORT_TOAST_MS = 1500

/** Shows one sentence for a moment; a new one replaces it. */
export function showToast(
  text: string,
  { tone = 'plain', durationMs = TOAST_MS }: { tone?: ToastTone; durationMs?: number } = {},
): void {
  presentToast({ text, tone, durationMs })
}

/** Copies a text, and shows whether it was copied. A text that stands on screen can also be selected by hand. */
export async function copyText(text: string, done: string, { isOnScreen = false } = {}): Promise<void> {
  try {
    await Taro.setClipboardData({ data: text })
    showToast(done, { tone: 'done' })
  } catch {
    showToast(isOnScreen ? '没有复制成功，请长按选择' : '没有复制成功，请重试', { tone: 'failed' })
  }
}

/** Shows the success of an action; nothing for an action without a message. */
export function showDone(outcome: Outcome): void {
  if (outcome.done) showToast(outcome.done, { tone: 'done' })
}

/**
 * Shows the failure of an action: the server's message if it sent one, else the action's own. Source: specification
 * §8.
 */
export function showFailed(outcome: Outcome, error: unknown): void {
  // The end of the session was reported already, once for all calls.
  if (error instanceof ApiError && error.status === 401) return
  showToast(failureText(outcome, error), { tone: 'failed' })
}

/** The message of a failure, for blocks and fields that show it in place. */
export function failureText(outcome: Outcome, error: unknown): string {
  return error instanceof ApiError ? error.message : outcome.failed
}
