import { LogInView } from '../../areas/people/auth/log-in-view'

definePageConfig({
  navigationBarTitleText: '登录',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})

/** Log-in in the mini-program. */
export default function LoginPage() {
  return <LogInView wechat />
}
