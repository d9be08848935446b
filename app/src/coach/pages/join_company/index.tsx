import { useRouter } from '@tarojs/taro'
import { JoinCompanyView } from '../../../areas/places/company-invitations/join-company-view'

definePageConfig({
  navigationBarTitleText: '加入俱乐部',
})

/** 加入俱乐部: an invitation or a request. Parameters: id, and token for a link. */
export default function JoinCompanyPage() {
  const { id = '', token } = useRouter().params
  return <JoinCompanyView id={id} token={token} />
}
