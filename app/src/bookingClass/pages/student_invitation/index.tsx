import { useRouter } from '@tarojs/taro'
import { OpenedInvitationView } from '../../../areas/activities/student-invitations/opened-invitation-view'

definePageConfig({ navigationBarTitleText: '学员邀请' })

/** 学员邀请, also for guests. Parameters: t, the secret of the link; or scene, the same of a scanned code. */
export default function StudentInvitationPage() {
  const { t, scene } = useRouter().params
  return <OpenedInvitationView t={t} scene={scene} />
}
