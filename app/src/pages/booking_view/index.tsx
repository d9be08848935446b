import { useRouter } from '@tarojs/taro'
import { InvitationView } from '../../areas/classes/invitation-view'

/** 约课详情. Parameters: invitationId; share, the token of a share link. */
export default function BookingViewPage() {
  const { invitationId = '', share } = useRouter().params
  return <InvitationView invitationId={invitationId} share={share} />
}
