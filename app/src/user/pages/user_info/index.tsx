import { ProfileEditView } from '../../../areas/views/my/profile-edit-view'

definePageConfig({ navigationBarTitleText: '个人资料' })

/** My profile. */
export default function UserInfoPage() {
  return <ProfileEditView />
}
