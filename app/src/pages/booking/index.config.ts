export default definePageConfig({ navigationBarTitleText: '常用课程' })
