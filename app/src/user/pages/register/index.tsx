import { Register } from './late'

definePageConfig({
  navigationBarTitleText: '注册',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})

/** A new account on the web. */
export default function RegisterPage() {
  return <Register />
}
