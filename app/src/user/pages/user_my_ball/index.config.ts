export default definePageConfig({
  navigationBarTitleText: '我的球局',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
