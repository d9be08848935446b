import { HomeView } from '../../areas/views/home/home-view'

definePageConfig({
  navigationBarTitleText: '首页',
  navigationStyle: 'custom',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})

/** 首页. */
export default function HomePage() {
  return <HomeView />
}
