import { MyView } from '../../areas/my/my-view'

/** 我的. */
export default function MyPage() {
  return <MyView />
}
