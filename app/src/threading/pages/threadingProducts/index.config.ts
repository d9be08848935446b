export default definePageConfig({ navigationBarTitleText: '穿线下单' })
