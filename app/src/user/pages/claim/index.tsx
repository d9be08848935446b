import { ClaimView } from '../../../areas/activities/roster/claim-view'

definePageConfig({
  navigationBarTitleText: '认领课时',
})

/** 认领课时: what clubs registered for the caller, and the entry of a code. */
export default function ClaimPage() {
  return <ClaimView />
}
