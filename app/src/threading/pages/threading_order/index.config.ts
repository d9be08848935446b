export default definePageConfig({ navigationBarTitleText: '穿线订单', enablePullDownRefresh: true })
