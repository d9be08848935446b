export default definePageConfig({
  navigationBarTitleText: '场馆详情',
  enableShareAppMessage: true,
})
