import { ApiError } from '@paidang/api/catalogue/errors'
import type { Outcome } from '@paidang/api/endpoint'
import { LOGIN_WINDOW_MINUTES } from '@paidang/domain/areas/auth/session'
import { failureText } from '../../../platform/toast'

/** What a refused log-in says, and where: at the password when it is about account and password, else above the button. */
export type LogInFailure = { at: 'password' | 'form'; text: string }

/** The failure of a log-in in the words of the form. Source: catalogue `login_wrong`, `login_too_often`. */
export function logInFailure(outcome: Outcome, error: unknown): LogInFailure {
  if (!(error instanceof ApiError)) return { at: 'form', text: failureText(outcome, error) }
  if (error.code === 'login_wrong') return { at: 'password', text: wrongText(error) }
  return { at: error.code === 'login_too_often' ? 'password' : 'form', text: error.message }
}

function wrongText(error: ApiError): string {
  const tries = triesLeft(error.data)
  if (tries === undefined) return error.message
  if (tries === 0) return `账号或密码不对，请 ${LOGIN_WINDOW_MINUTES} 分钟后再试`
  return `账号或密码不对，还可尝试 ${tries} 次`
}

function triesLeft(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('triesLeft' in data)) return undefined
  return typeof data.triesLeft === 'number' ? data.triesLeft : undefined
}
