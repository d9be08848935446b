import { LogInView } from '../../areas/people/auth/log-in-view'

definePageConfig({
  navigationBarTitleText: '登录',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})

/** Log-in on the web. */
export default function LoginH5Page() {
  return <LogInView />
}
