import { notices } from '@paidang/api/catalogue/outcomes'
import { SESSION_EXPIRY_REDIRECT_MS } from '@paidang/domain/areas/auth/session'
import { goToLogin, isAtLogin } from './navigate'
import { showToast } from './toast'

let leaving = false

/**
 * Says that the session has ended, and after a moment opens the log-in page. The page below keeps its input. Shown
 * once, however many calls failed.
 * Source: specification §7 "Auth".
 */
export function sessionExpired(sentence: string = notices.sessionExpired): void {
  if (leaving || isAtLogin()) return
  leaving = true
  showToast(sentence, { tone: 'failed' })
  setTimeout(() => {
    leaving = false
    goToLogin()
  }, SESSION_EXPIRY_REDIRECT_MS)
}
