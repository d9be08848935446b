export default definePageConfig({ navigationBarTitleText: '修改地址' })
