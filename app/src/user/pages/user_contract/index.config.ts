export default definePageConfig({
  navigationBarTitleText: '合同与课时',
  enablePullDownRefresh: true,
  onReachBottomDistance: 50,
})
