import { AddressFormView } from '../../../areas/people/addresses/address-form-view'

/** A new address. */
export default function UserAddrsAddPage() {
  return <AddressFormView />
}
