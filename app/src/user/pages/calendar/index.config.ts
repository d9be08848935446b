export default definePageConfig({ navigationBarTitleText: '日历', enablePullDownRefresh: true })
