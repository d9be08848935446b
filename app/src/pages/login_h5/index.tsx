import { LogInView } from '../../areas/people/auth/log-in-view'

/** Log-in on the web. */
export default function LoginH5Page() {
  return <LogInView />
}
