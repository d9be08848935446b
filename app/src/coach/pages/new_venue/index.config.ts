export default definePageConfig({
  navigationBarTitleText: '新增场馆',
})
