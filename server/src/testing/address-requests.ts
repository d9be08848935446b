import { PUDONG } from './given-address.ts'
import { get, on, type RequestOf, send } from './sweep-request.ts'

const form = { name: '林晓', phone: '13812345678', regionCode: PUDONG, detail: '世纪大道 8 号' }

/** How tests send the calls about delivery addresses. */
export const ADDRESS_REQUESTS: Record<string, RequestOf> = {
  'GET /user/address/list': get(() => '/user/address/list'),
  'POST /user/address/create': send('/user/address/create', () => form),
  'POST /user/address/update/{id}': on('/user/address/update', ({ otherAddressId }) => otherAddressId, form),
  'POST /user/address/set-default/{id}': on('/user/address/set-default', ({ otherAddressId }) => otherAddressId),
  'DELETE /user/address/delete/{id}': on('/user/address/delete', ({ addressId }) => addressId),
}
