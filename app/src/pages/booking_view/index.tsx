import { useRouter } from '@tarojs/taro'
import { InvitationView } from '../../areas/activities/classes/invitation-view'

definePageConfig({
  navigationBarTitleText: '约课详情',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/** 约课详情. Parameters: invitationId; share, the token of a share link; ask, the coach's step to begin with. */
export default function BookingViewPage() {
  const { invitationId = '', share, ask } = useRouter().params
  return <InvitationView invitationId={invitationId} share={share} ask={ask} />
}
