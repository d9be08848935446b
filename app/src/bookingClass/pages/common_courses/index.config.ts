export default definePageConfig({ navigationBarTitleText: '通用课程', enablePullDownRefresh: true })
