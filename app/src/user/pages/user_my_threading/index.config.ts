export default definePageConfig({ navigationBarTitleText: '我的穿线', enablePullDownRefresh: true })
