import { useRouter } from '@tarojs/taro'
import { AgreementView } from '../../../areas/people/auth/agreement-view'

definePageConfig({ navigationBarTitleText: '协议' })

/** 用户协议, or 隐私政策. Parameters: name (terms, privacy) */
export default function AgreementPage() {
  const { name } = useRouter().params
  return <AgreementView name={name === 'privacy' ? 'privacy' : 'terms'} />
}
