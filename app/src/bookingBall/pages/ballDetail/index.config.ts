export default definePageConfig({
  navigationBarTitleText: '球局详情',
  // The page draws its bar on the picture.
  navigationStyle: 'custom',
  navigationBarTextStyle: 'white',
  enablePullDownRefresh: true,
  enableShareAppMessage: true,
  enableShareTimeline: true,
  // WeChat's own bar stands above the page when it is opened from the timeline.
  singlePage: { navigationBarFit: 'squeezed' },
})
