import { AddressFormView } from '../../../areas/people/addresses/address-form-view'

definePageConfig({ navigationBarTitleText: '新增地址' })

/** A new address. */
export default function UserAddrsAddPage() {
  return <AddressFormView />
}
