import { ProfileEditView } from '../../../areas/views/my/profile-edit-view'

/** My profile. */
export default function UserInfoPage() {
  return <ProfileEditView />
}
