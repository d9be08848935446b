import { Tab } from './tab'

definePageConfig({
  navigationBarTitleText: '穿线',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/** 穿线: stringing shops. */
export default function ThreadingPage() {
  return <Tab />
}
