import { MAX_DETAIL, MAX_NAME } from '@paidang/domain/areas/people/addresses/address'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, Revision, seen } from '../../shapes.ts'

/**
 * A delivery address. The names of the region come from its code: six digits of a county or district. Source:
 * specification §3
 */
export const Address = Type.Object({
  id: Id,
  name: Type.String(),
  phone: Type.String(),
  regionCode: Type.String(),
  province: Type.String(),
  city: Type.String(),
  district: Type.String(),
  detail: Type.String(),
  isDefault: Type.Boolean(),
  revision: Revision,
})
export type Address = Static<typeof Address>

/** The fields of an address that its owner enters. A person's first address is the default. */
export const AddressForm = Type.Object({
  name: freeText(MAX_NAME),
  phone: freeText(MAX_TYPED_PHONE),
  regionCode: Type.String({ maxLength: 6 }),
  detail: freeText(MAX_DETAIL),
  isDefault: Type.Optional(Type.Boolean()),
})
export type AddressForm = Static<typeof AddressForm>

export const listAddresses = {
  method: 'GET',
  path: '/user/address/list',
  access: 'app',
  summary: "The caller's addresses, the default first, then the latest",
  outcome: outcomes.listAddresses,
  data: Type.Array(Address),
} satisfies Endpoint

export const createAddress = {
  method: 'POST',
  path: '/user/address/create',
  access: 'app',
  once: 'by-body',
  summary: 'Adds an address',
  errors: [
    'address_detail_missing',
    'address_name_missing',
    'address_phone_invalid',
    'address_region_missing',
    'addresses_too_many',
  ],
  outcome: outcomes.addAddress,
  body: AddressForm,
  data: Address,
} satisfies Endpoint

export const updateAddress = {
  method: 'POST',
  path: '/user/address/update/:id',
  access: 'app',
  summary: 'Changes an address',
  errors: [
    'address_detail_missing',
    'address_name_missing',
    'address_not_found',
    'address_phone_invalid',
    'address_region_missing',
    'revision_outdated',
  ],
  outcome: outcomes.updateAddress,
  params: ById,
  body: Type.Object({ ...AddressForm.properties, ...seen }),
  data: Address,
} satisfies Endpoint

export const setDefaultAddress = {
  method: 'POST',
  path: '/user/address/set-default/:id',
  access: 'app',
  summary: 'Makes an address the default',
  description: ['The former default address is no longer the default.'],
  errors: ['address_not_found'],
  outcome: outcomes.setDefaultAddress,
  params: ById,
  data: Address,
} satisfies Endpoint

export const deleteAddress = {
  method: 'DELETE',
  path: '/user/address/delete/:id',
  access: 'app',
  summary: 'Deletes an address',
  description: ['If it was the default, the latest of the others becomes the default.'],
  errors: ['address_not_found', 'revision_outdated'],
  outcome: outcomes.deleteAddress,
  params: ById,
  query: Type.Object(seen),
  data: Type.Null(),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The caller's delivery addresses, for parcels of the shop and couriers of stringing orders.",
  fields: {
    id: 'The id of the delivery address.',
    name: 'The name of the person who receives at the address.',
    phone: 'The full phone number of the person who receives at the address.',
    regionCode: 'The administrative code of the county or district: six digits.',
    isDefault: 'Whether new orders begin with this address.',
    Address: 'A delivery address of the caller, with the names of its region.',
    AddressForm: 'What a person enters of an address; the first one becomes the default.',
  },
}
