import type { Address, AddressForm } from '@paidang/api/areas/addresses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_ADDRESSES, whyNotAddress } from '@paidang/domain/areas/addresses/address'
import type { Database } from '../../db/database.ts'
import { presentAddress } from './present-address.ts'
import {
  clearDefault,
  findAddress,
  insertAddress,
  listAddressRows,
  lockAddressesOf,
  updateAddressRow,
} from './queries.ts'
import { regionOf } from './region-names.ts'

/**
 * The caller adds an address; his first one is the default, whatever he says.
 *
 * @throws ApiError any AddressRefusal, addresses_too_many
 * Source: specification §3 "Address"; invariant F3
 */
export async function createAddress(db: Database, { form, by }: { form: AddressForm; by: string }): Promise<Address> {
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    await lockAddressesOf(tx, by)
    const others = await listAddressRows(tx, by)
    if (others.length >= MAX_ADDRESSES) throw new ApiError('addresses_too_many')
    const isDefault = others.length === 0 || form.isDefault === true
    if (isDefault) await clearDefault(tx, by)
    return presentAddress(await insertAddress(tx, { ...fields, isDefault, userId: by }))
  })
}

/**
 * The caller changes an address of his. Made the default it takes that from the other; without a word on it that stays.
 *
 * @throws ApiError address_not_found also for another's, any AddressRefusal
 */
export async function updateAddress(
  db: Database,
  { addressId, form, by }: { addressId: string; form: AddressForm; by: string },
): Promise<Address> {
  const fields = fieldsOf(form)
  return changeAddress(db, { addressId, by, change: { ...fields, ...isDefaultOf(form) } })
}

/** The caller's address becomes the default. @throws ApiError address_not_found also for another's */
export async function setDefaultAddress(
  db: Database,
  { addressId, by }: { addressId: string; by: string },
): Promise<Address> {
  return changeAddress(db, { addressId, by, change: { isDefault: true } })
}

const isDefaultOf = ({ isDefault }: AddressForm) => (isDefault === undefined ? {} : { isDefault })

type Change = Parameters<typeof updateAddressRow>[2]

async function changeAddress(
  db: Database,
  { addressId: id, by: userId, change }: { addressId: string; by: string; change: Change },
): Promise<Address> {
  return db.transaction(async (tx) => {
    await lockAddressesOf(tx, userId)
    if (!(await findAddress(tx, { id, userId }))) throw new ApiError('address_not_found')
    // First the old default: the index allows no moment with two.
    if (change.isDefault) await clearDefault(tx, userId)
    const row = await updateAddressRow(tx, { id, userId }, change)
    if (!row) throw new Error(`address ${id} is locked, and yet is gone`)
    return presentAddress(row)
  })
}

/** What is kept of a form. @throws ApiError any AddressRefusal; a region that is nowhere counts as missing */
function fieldsOf({ name, phone, regionCode, detail }: AddressForm) {
  const fields = { name: name.trim(), phone: phone.trim(), regionCode, detail: detail.trim() }
  const refusal = whyNotAddress(fields)
  if (refusal) throw new ApiError(refusal)
  if (!regionOf(regionCode)) throw new ApiError('address_region_missing')
  return fields
}
