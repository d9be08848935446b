import { useRouter } from '@tarojs/taro'
import { InviteCoachView } from '../../../areas/places/company-invitations/invite-coach-view'

definePageConfig({
  navigationBarTitleText: '邀请教练',
})

/** 邀请教练, for the admin of a company. Parameter: companyId. */
export default function InviteCoachPage() {
  const { companyId = '' } = useRouter().params
  return <InviteCoachView companyId={companyId} />
}
