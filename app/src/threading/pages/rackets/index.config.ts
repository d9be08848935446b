export default definePageConfig({ navigationBarTitleText: '我的球拍', enablePullDownRefresh: true })
