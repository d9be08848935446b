export default definePageConfig({
  navigationBarTitleText: '球员名片',
  // The page draws its bar on the green head.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
  enableShareAppMessage: true,
  enableShareTimeline: true,
  // WeChat's own bar stands above the page when it is opened from the timeline.
  singlePage: { navigationBarFit: 'squeezed' },
})
