export default definePageConfig({
  navigationBarTitleText: '关联场馆',
  onReachBottomDistance: 50,
})
