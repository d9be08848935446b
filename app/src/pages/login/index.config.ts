export default definePageConfig({
  navigationBarTitleText: '登录',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})
