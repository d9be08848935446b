import { ApiError } from '@paidang/api/catalogue/errors'
import type { Outcome } from '@paidang/api/endpoint'
import { LOGIN_WINDOW_MINUTES } from '@paidang/domain/areas/people/auth/session'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { failureText } from '../../../platform/toast'

/**
 * The message of a refused log-in and its place. It is at the password if it concerns account and password, else above
 * the button.
 */
export type LogInFailure = { at: 'password' | 'form'; text: string }

/** The message of a failed log-in for the form. Source: catalogue `login_wrong`, `login_too_often`. */
export function logInFailure(outcome: Outcome, error: unknown): LogInFailure {
  if (!(error instanceof ApiError)) return { at: 'form', text: failureText(outcome, error) }
  if (error.code === 'login_wrong') return { at: 'password', text: wrongText(error) }
  if (error.code === 'account_suspended') return { at: 'form', text: suspendedText(error) }
  return { at: error.code === 'login_too_often' ? 'password' : 'form', text: error.message }
}

function suspendedText(error: ApiError): string {
  const { until } = (error.data ?? {}) as { until?: string | null }
  return until ? `账号已停用至 ${formatDateTime(new Date(until))}，请联系客服` : error.message
}

/** The message of a failed action that needs the password, with the tries left if the server counts them. */
export function passwordFailure(outcome: Outcome, error: unknown): string {
  const text = failureText(outcome, error)
  const tries = error instanceof ApiError ? triesLeft(error.data) : undefined
  if (tries === undefined) return text
  return tries === 0 ? `${text}，请 ${pauseMinutes(error)} 分钟后再试` : `${text}，还可尝试 ${tries} 次`
}

function wrongText(error: ApiError): string {
  const tries = triesLeft(error.data)
  if (tries === undefined) return error.message
  if (tries === 0) return `账号或密码不对，请 ${pauseMinutes(error)} 分钟后再试`
  return `账号或密码不对，还可尝试 ${tries} 次`
}

/** Minutes until the server answers again. The server reports it for pauses that became longer. */
export function pauseMinutes(error: unknown): number {
  const { minutes } = ((error as ApiError).data ?? {}) as { minutes?: unknown }
  return typeof minutes === 'number' ? minutes : LOGIN_WINDOW_MINUTES
}

function triesLeft(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('triesLeft' in data)) return undefined
  return typeof data.triesLeft === 'number' ? data.triesLeft : undefined
}
