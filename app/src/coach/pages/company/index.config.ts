export default definePageConfig({
  navigationBarTitleText: '公司',
  enablePullDownRefresh: true,
})
