export default definePageConfig({
  navigationBarTitleText: '我的',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
})
