import { AccountView } from '../../../areas/people/account/account-view'

/** Phone, WeChat, password, devices, my data. */
export default function AccountPage() {
  return <AccountView />
}
