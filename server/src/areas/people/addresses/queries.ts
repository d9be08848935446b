import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { addresses } from '../../../tables/addresses.ts'
import { users } from '../../../tables/identities.ts'

export type AddressRow = typeof addresses.$inferSelect

/** The columns of an address that its owner enters. */
export type AddressFields = Pick<AddressRow, 'name' | 'phone' | 'regionCode' | 'detail' | 'isDefault'>

const isOwn = ({ id, userId }: { id: string; userId: string }) =>
  and(eq(addresses.id, id), eq(addresses.userId, userId))

/** Locks a person's row for the rest of the transaction. So changes of their addresses run one after the other. */
export async function lockAddressesOf(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Lists a person's addresses, the default first, then the latest. */
export async function listAddressRows(db: Database, userId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
}

/** Reads an address of this person. Undefined if this person has no such address. */
export async function findAddress(db: Database, own: { id: string; userId: string }): Promise<AddressRow | undefined> {
  const [row] = await db.select().from(addresses).where(isOwn(own))
  return row
}

export async function insertAddress(tx: Database, address: AddressFields & { userId: string }): Promise<AddressRow> {
  const [row] = await tx.insert(addresses).values(address).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Updates an address of this person. Undefined if this person has no such address. */
export async function updateAddressRow(
  tx: Database,
  own: { id: string; userId: string },
  change: Partial<AddressFields>,
): Promise<AddressRow | undefined> {
  const [row] = await tx.update(addresses).set(change).where(isOwn(own)).returning()
  return row
}

/** Clears the default flag of all addresses of a person. */
export async function clearDefault(tx: Database, userId: string): Promise<void> {
  const isDefault = and(eq(addresses.userId, userId), eq(addresses.isDefault, true))
  await tx.update(addresses).set({ isDefault: false }).where(isDefault)
}

/** Deletes an address of this person. */
export async function deleteAddressRow(tx: Database, own: { id: string; userId: string }): Promise<void> {
  await tx.delete(addresses).where(isOwn(own))
}
