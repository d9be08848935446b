export default definePageConfig({
  navigationBarTitleText: '穿线',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})
