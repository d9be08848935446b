import { MyView } from '../../areas/views/my/my-view'

definePageConfig({
  navigationBarTitleText: '我的',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})

/** 我的. */
export default function MyPage() {
  return <MyView />
}
