import { ForgotPasswordView } from '../../../areas/people/auth/forgot-password-view'

definePageConfig({ navigationBarTitleText: '忘记密码' })

/** Another way in for who forgot a password. */
export default function ForgotPasswordPage() {
  return <ForgotPasswordView />
}
