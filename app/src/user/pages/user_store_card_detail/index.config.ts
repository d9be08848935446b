export default definePageConfig({
  navigationBarTitleText: '储值卡流水',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
