export default definePageConfig({
  navigationBarTitleText: '约课详情',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
})
