import { PASSWORD } from '../../run/people.ts'
import { fieldOf, type Screen } from './screen.ts'

/** Logs in on the log-in page as a user of the demo world, by name and password. */
export async function logInByTyping(screen: Screen, username: string): Promise<void> {
  await screen.isAt('pages/login/index')
  await screen.tap({ role: 'button', text: '用账号登录' })
  await screen.type(fieldOf('账号'), username)
  await screen.type(fieldOf('密码'), PASSWORD)
  await screen.tap({ role: 'checkbox' })
  await screen.tap({ role: 'button', text: '登录' })
}
