export default definePageConfig({ navigationBarTitleText: '球拍' })
