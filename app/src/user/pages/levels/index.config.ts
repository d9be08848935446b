export default definePageConfig({ navigationBarTitleText: '等级变化', enablePullDownRefresh: true })
