import { MAX_DETAIL, MAX_NAME } from '@paidang/domain/areas/addresses/address'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, freeText, Id } from '../shapes.ts'

/** A delivery address; the region's names come from its code, six digits of a county or district. Source: specification §3 */
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
})
export type Address = Static<typeof Address>

/** What a person says of an address. The first one he has is the default. */
export const AddressForm = Type.Object({
  name: freeText(MAX_NAME),
  phone: freeText(20),
  regionCode: Type.String({ maxLength: 6 }),
  detail: freeText(MAX_DETAIL),
  isDefault: Type.Optional(Type.Boolean()),
})
export type AddressForm = Static<typeof AddressForm>

/** The caller's addresses, the default first, then the latest. */
export const listAddresses = {
  method: 'GET',
  path: '/user/address/list',
  access: 'app',
  summary: '收货地址',
  outcome: outcomes.listAddresses,
  data: Type.Array(Address),
} satisfies Endpoint

export const createAddress = {
  method: 'POST',
  path: '/user/address/create',
  access: 'app',
  summary: '新增地址',
  outcome: outcomes.addAddress,
  body: AddressForm,
  data: Address,
} satisfies Endpoint

export const updateAddress = {
  method: 'POST',
  path: '/user/address/update/:id',
  access: 'app',
  summary: '修改地址',
  outcome: outcomes.updateAddress,
  params: ById,
  body: AddressForm,
  data: Address,
} satisfies Endpoint

/** The one that was the default is it no more. */
export const setDefaultAddress = {
  method: 'POST',
  path: '/user/address/set-default/:id',
  access: 'app',
  summary: '设为默认地址',
  outcome: outcomes.setDefaultAddress,
  params: ById,
  data: Address,
} satisfies Endpoint

/** When the default goes, the latest of the others takes its place. */
export const deleteAddress = {
  method: 'DELETE',
  path: '/user/address/delete/:id',
  access: 'app',
  summary: '删除地址',
  outcome: outcomes.deleteAddress,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint
