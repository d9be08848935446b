export default definePageConfig({ navigationBarTitleText: '穿线商家', enablePullDownRefresh: true })
