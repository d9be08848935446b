export default definePageConfig({
  navigationBarTitleText: '设置不可约时段',
})
