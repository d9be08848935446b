import { AccountView } from '../../../areas/people/account/account-view'

definePageConfig({ navigationBarTitleText: '账号与安全' })

/** Phone, WeChat, password, devices, my data. */
export default function AccountPage() {
  return <AccountView />
}
