export default definePageConfig({
  navigationBarTitleText: '学员',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
