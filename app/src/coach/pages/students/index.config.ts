export default definePageConfig({
  navigationBarTitleText: '我的学员',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
