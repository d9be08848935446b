import { MyView } from '../../areas/views/my/my-view'

/** 我的. */
export default function MyPage() {
  return <MyView />
}
