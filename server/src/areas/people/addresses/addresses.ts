import * as api from '@paidang/api/areas/people/addresses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_ADDRESSES, whyNotAddress } from '@paidang/domain/areas/people/addresses/address'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { addresses } from '../../../tables/addresses.ts'
import { users } from '../../../tables/identities.ts'
import { type AddressRow, findAddress, isOwnAddress } from './read-delivery.ts'
import { regionOf } from './region-names.ts'

/** Locks a person's row for the rest of the transaction. So changes of their addresses run one after the other. */
async function lockAddressesOf(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Lists a person's addresses, the default first, then the latest. */
async function listAddressRows(db: Database, userId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
}

/** Clears the default flag of all addresses of a person. */
async function clearDefault(tx: Database, userId: string): Promise<void> {
  const isDefault = and(eq(addresses.userId, userId), eq(addresses.isDefault, true))
  await tx.update(addresses).set({ isDefault: false }).where(isDefault)
}

/** Presents an address for its owner. A code that is no longer in the regions has no names. */
function present({ id, name, phone, regionCode, detail, isDefault, revision }: AddressRow): api.Address {
  const { province, city, district } = regionOf(regionCode) ?? { province: '', city: '', district: '' }
  return { id, name, phone, regionCode, province, city, district, detail, isDefault, revision }
}

/** The values of a form to store. An unknown region counts as missing. */
function fieldsOf({ name, phone, regionCode, detail }: api.AddressForm) {
  const fields = { name: name.trim(), phone: plainPhone(phone), regionCode, detail: detail.trim() }
  const refusal = whyNotAddress(fields)
  if (refusal) throw new ApiError(refusal)
  if (!regionOf(regionCode)) throw new ApiError('address_region_missing')
  return fields
}

/** Locks a person's addresses and reads one. Another person's address is not found. */
async function openAddress(
  tx: Database,
  own: { id: string; userId: string },
  seen: number | undefined,
): Promise<AddressRow> {
  await lockAddressesOf(tx, own.userId)
  const row = await findAddress(tx, own)
  if (!row) throw new ApiError('address_not_found')
  await assertSeen(tx, 'addresses', { seen, row }, () => present(row))
  return row
}

async function changeAddress(
  tx: Database,
  own: { id: string; userId: string },
  change: Partial<ReturnType<typeof fieldsOf> & Pick<AddressRow, 'isDefault'>>,
): Promise<api.Address> {
  // The old default first, because the unique index allows one default at any moment.
  if (change.isDefault) await clearDefault(tx, own.userId)
  const [row] = await tx.update(addresses).set(change).where(isOwnAddress(own)).returning()
  if (!row) throw new Error(`address ${own.id} is locked, and yet is gone`)
  return present(row)
}

export default plugin([
  handle(api.listAddresses, async ({ user, db }) => (await listAddressRows(db, user.id)).map(present)),

  // The first address is always the default, whatever the form says.
  handle(api.createAddress, {
    handle: ({ body: form, user, db }) => {
      const fields = fieldsOf(form)
      return db.transaction(async (tx) => {
        await lockAddressesOf(tx, user.id)
        const others = await listAddressRows(tx, user.id)
        if (others.length >= MAX_ADDRESSES) throw new ApiError('addresses_too_many')
        const isDefault = others.length === 0 || form.isDefault === true
        if (isDefault) await clearDefault(tx, user.id)
        const [row] = await tx
          .insert(addresses)
          .values({ ...fields, isDefault, userId: user.id })
          .returning()
        if (!row) throw new Error('insert returned no row')
        return present(row)
      })
    },
    stands: async (db, { id }, { user }) => (await findAddress(db, { id, userId: user.id })) !== undefined,
  }),

  // Without `isDefault` in the form, the default stays as it is.
  handle(api.updateAddress, ({ params: { id }, body: { revision: seen, ...form }, user, db }) => {
    const own = { id, userId: user.id }
    const fields = fieldsOf(form)
    const { isDefault } = form
    return db.transaction(async (tx) => {
      await openAddress(tx, own, seen)
      return changeAddress(tx, own, { ...fields, ...(isDefault !== undefined && { isDefault }) })
    })
  }),

  handle(api.setDefaultAddress, ({ params: { id }, user, db }) => {
    const own = { id, userId: user.id }
    return db.transaction(async (tx) => {
      await openAddress(tx, own, undefined)
      return changeAddress(tx, own, { isDefault: true })
    })
  }),

  // The latest other address becomes the default if this one was. Orders keep the address that they were sent to.
  handle(api.deleteAddress, async ({ params: { id }, query: { revision: seen }, user, db }) => {
    const own = { id, userId: user.id }
    await db.transaction(async (tx) => {
      const gone = await openAddress(tx, own, seen)
      await tx.delete(addresses).where(isOwnAddress(own))
      const [latest] = await listAddressRows(tx, user.id)
      if (gone.isDefault && latest) await changeAddress(tx, { id: latest.id, userId: user.id }, { isDefault: true })
    })
    return null
  }),
])
