export default definePageConfig({
  navigationBarTitleText: '公司课程',
})
