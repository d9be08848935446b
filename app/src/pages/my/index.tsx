import { MyView } from '../../areas/profile/my-view'

/** 我的. */
export default function MyPage() {
  return <MyView />
}
