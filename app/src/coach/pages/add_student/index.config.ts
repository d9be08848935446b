export default definePageConfig({
  navigationBarTitleText: '添加学员',
})
