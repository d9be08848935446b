import { useRouter } from '@tarojs/taro'
import { InvitationView } from '../../areas/activities/classes/invitation-view'

/** 约课详情. Parameters: invitationId; share, the token of a share link; ask, the coach's step to begin with. */
export default function BookingViewPage() {
  const { invitationId = '', share, ask } = useRouter().params
  return <InvitationView invitationId={invitationId} share={share} ask={ask} />
}
