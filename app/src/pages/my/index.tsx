import { Tab } from './tab'

definePageConfig({
  navigationBarTitleText: '我的',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})

/** 我的. */
export default function MyPage() {
  return <Tab />
}
