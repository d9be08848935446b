export default definePageConfig({
  navigationBarTitleText: '注册',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})
