import { useRouter } from '@tarojs/taro'
import { AddressFormView } from '../../../areas/people/addresses/address-form-view'

/** An address is changed. Parameters: id */
export default function UserAddrsEditPage() {
  const { id } = useRouter().params
  return <AddressFormView id={id} />
}
