import { LogInView } from '../../areas/people/auth/log-in-view'

/** Log-in in the mini-program. */
export default function LoginPage() {
  return <LogInView wechat />
}
