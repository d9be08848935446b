export default definePageConfig({
  navigationBarTitleText: '约课记录',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
