import { AddressFormView } from '../../../areas/addresses/address-form-view'

/** A new address. */
export default function UserAddrsAddPage() {
  return <AddressFormView />
}
