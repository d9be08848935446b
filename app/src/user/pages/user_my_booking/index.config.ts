export default definePageConfig({
  navigationBarTitleText: '我的约课',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
