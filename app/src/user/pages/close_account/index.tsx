import { CloseAccountView } from '../../../areas/people/account/close-account-view'

definePageConfig({ navigationBarTitleText: '注销账号' })

/** The account is closed. */
export default function CloseAccountPage() {
  return <CloseAccountView />
}
