export default definePageConfig({
  navigationBarTitleText: '球员名片',
  navigationStyle: 'custom',
  enableShareAppMessage: true,
  enableShareTimeline: true,
})
