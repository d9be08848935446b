import { ProfileEditView } from '../../../areas/my/profile-edit-view'

/** My profile. */
export default function UserInfoPage() {
  return <ProfileEditView />
}
