export default definePageConfig({
  navigationBarTitleText: '储值卡',
  enablePullDownRefresh: true,
})
