import { CloseAccountView } from '../../../areas/people/account/close-account-view'

/** The account is closed. */
export default function CloseAccountPage() {
  return <CloseAccountView />
}
