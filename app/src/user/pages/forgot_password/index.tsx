import { ForgotPasswordView } from '../../../areas/auth/forgot-password-view'

/** Another way in for who forgot a password. */
export default function ForgotPasswordPage() {
  return <ForgotPasswordView />
}
