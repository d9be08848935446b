import { ForgotPasswordView } from '../../../areas/people/auth/forgot-password-view'

/** Another way in for who forgot a password. */
export default function ForgotPasswordPage() {
  return <ForgotPasswordView />
}
