import { useRouter } from '@tarojs/taro'
import { CompanyView } from '../../../areas/places/companies/company-view'
import { ApplyToJoin } from '../../../areas/places/company-invitations/join-company-view'

definePageConfig({
  navigationBarTitleText: '公司',
  enablePullDownRefresh: true,
})

/** 公司: courses, coaches, rules. Parameter: companyId, where the coach has several. */
export default function CoachCompanyPage() {
  const { companyId } = useRouter().params
  return <CompanyView companyId={companyId} foreign={(id) => <ApplyToJoin companyId={id} />} />
}
