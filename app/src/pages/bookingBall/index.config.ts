export default definePageConfig({
  navigationBarTitleText: '约球',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})
