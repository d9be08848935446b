export default definePageConfig({
  navigationBarTitleText: '发起约球',
})
