import { CloseAccountView } from '../../../areas/account/close-account-view'

/** The account is closed. */
export default function CloseAccountPage() {
  return <CloseAccountView />
}
