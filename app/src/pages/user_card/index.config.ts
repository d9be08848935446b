export default definePageConfig({
  navigationBarTitleText: '球员名片',
  navigationStyle: 'custom',
  enableShareAppMessage: true,
  enableShareTimeline: true,
  // WeChat's own bar stands above the page when it is opened from the timeline.
  singlePage: { navigationBarFit: 'squeezed' },
})
