export default definePageConfig({
  navigationBarTitleText: '我的场馆',
  enablePullDownRefresh: true,
})
