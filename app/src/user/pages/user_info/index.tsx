import { ProfileEditView } from '../../../areas/profile/profile-edit-view'

/** My profile. */
export default function UserInfoPage() {
  return <ProfileEditView />
}
