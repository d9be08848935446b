export default definePageConfig({
  navigationBarTitleText: '模拟支付',
})
