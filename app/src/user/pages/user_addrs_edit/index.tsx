import { useRouter } from '@tarojs/taro'
import { AddressFormView } from '../../../areas/people/addresses/address-form-view'

definePageConfig({ navigationBarTitleText: '修改地址' })

/** An address is changed. Parameters: id */
export default function UserAddrsEditPage() {
  const { id } = useRouter().params
  return <AddressFormView id={id} />
}
