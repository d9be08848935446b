export default definePageConfig({
  navigationBarTitleText: '排期',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
