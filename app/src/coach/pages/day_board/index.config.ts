export default definePageConfig({
  navigationBarTitleText: '我的日程',
  enablePullDownRefresh: true,
})
