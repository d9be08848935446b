import { useRouter } from '@tarojs/taro'
import { AgreementView } from '../../../areas/people/auth/agreement-view'

export function AgreementBody() {
  const { name } = useRouter().params
  return <AgreementView name={name === 'privacy' ? 'privacy' : 'terms'} />
}
