import { RegisterView } from '../../../areas/people/auth/register-view'

/** A new account on the web. */
export default function RegisterPage() {
  return <RegisterView />
}
