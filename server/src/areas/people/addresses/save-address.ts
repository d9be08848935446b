import type { Address, AddressForm } from '@paidang/api/areas/addresses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_ADDRESSES, whyNotAddress } from '@paidang/domain/areas/addresses/address'
import { plainPhone } from '@paidang/domain/kernel/phone'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
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
 * Adds an address of the caller. The first one is always the default, whatever the form says.
 *
 * @throws ApiError any AddressRefusal, addresses_too_many
 * Source: specification §3 "Address"; invariant F3
 */
export async function createAddress(
  db: Database,
  { form, actorId }: { form: AddressForm; actorId: string },
): Promise<Address> {
  const fields = fieldsOf(form)
  return db.transaction(async (tx) => {
    await lockAddressesOf(tx, actorId)
    const others = await listAddressRows(tx, actorId)
    if (others.length >= MAX_ADDRESSES) throw new ApiError('addresses_too_many')
    const isDefault = others.length === 0 || form.isDefault === true
    if (isDefault) await clearDefault(tx, actorId)
    return presentAddress(await insertAddress(tx, { ...fields, isDefault, userId: actorId }))
  })
}

/**
 * Updates an address of the caller. If it becomes the default, it replaces the other one. Without `isDefault` in the
 * form, the default stays as it is.
 *
 * @throws ApiError address_not_found, also for an address of another person; revision_outdated; any AddressRefusal
 */
export async function updateAddress(
  db: Database,
  {
    addressId,
    form,
    seen,
    actorId,
  }: { addressId: string; form: AddressForm; seen: number | undefined; actorId: string },
): Promise<Address> {
  const fields = fieldsOf(form)
  return changeAddress(db, { addressId, seen, actorId, change: { ...fields, ...isDefaultOf(form) } })
}

/**
 * Makes an address of the caller the default.
 *
 * @throws ApiError address_not_found, also for an address of another person
 */
export async function setDefaultAddress(
  db: Database,
  { addressId, actorId }: { addressId: string; actorId: string },
): Promise<Address> {
  return changeAddress(db, { addressId, actorId, change: { isDefault: true } })
}

const isDefaultOf = ({ isDefault }: AddressForm) => (isDefault === undefined ? {} : { isDefault })

type Change = Parameters<typeof updateAddressRow>[2]

async function changeAddress(
  db: Database,
  {
    addressId: id,
    seen,
    actorId: userId,
    change,
  }: { addressId: string; seen?: number | undefined; actorId: string; change: Change },
): Promise<Address> {
  return db.transaction(async (tx) => {
    await lockAddressesOf(tx, userId)
    const present = await findAddress(tx, { id, userId })
    if (!present) throw new ApiError('address_not_found')
    await assertSeen(tx, 'addresses', { seen, row: present }, () => presentAddress(present))
    // The old default first, because the unique index allows one default at any moment.
    if (change.isDefault) await clearDefault(tx, userId)
    const row = await updateAddressRow(tx, { id, userId }, change)
    if (!row) throw new Error(`address ${id} is locked, and yet is gone`)
    return presentAddress(row)
  })
}

/** The values of a form to store. An unknown region counts as missing. @throws ApiError any AddressRefusal */
function fieldsOf({ name, phone, regionCode, detail }: AddressForm) {
  const fields = { name: name.trim(), phone: plainPhone(phone), regionCode, detail: detail.trim() }
  const refusal = whyNotAddress(fields)
  if (refusal) throw new ApiError(refusal)
  if (!regionOf(regionCode)) throw new ApiError('address_region_missing')
  return fields
}
