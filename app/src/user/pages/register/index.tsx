import { RegisterView } from '../../../areas/auth/register-view'

/** A new account on the web. */
export default function RegisterPage() {
  return <RegisterView />
}
