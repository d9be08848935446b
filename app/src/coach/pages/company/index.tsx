import { useRouter } from '@tarojs/taro'
import { CompanyView } from '../../../areas/places/companies/company-view'

/** 公司: courses, coaches, rules. Parameter: companyId, where the coach has several. */
export default function CoachCompanyPage() {
  const { companyId } = useRouter().params
  return <CompanyView companyId={companyId} />
}
