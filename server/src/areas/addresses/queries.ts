import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { users } from '../profile/tables.ts'
import { addresses } from './tables.ts'

export type AddressRow = typeof addresses.$inferSelect

/** What of an address its owner says. */
export type AddressFields = Pick<AddressRow, 'name' | 'phone' | 'regionCode' | 'detail' | 'isDefault'>

const isOwn = ({ id, userId }: { id: string; userId: string }) =>
  and(eq(addresses.id, id), eq(addresses.userId, userId))

/** Locks a person's row for the rest of the transaction, so that his addresses change one call after the other. */
export async function lockAddressesOf(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** A person's addresses, the default first, then the latest. */
export async function listAddressRows(db: Database, userId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
}

/** An address when it is this person's; undefined otherwise. */
export async function findAddress(db: Database, own: { id: string; userId: string }): Promise<AddressRow | undefined> {
  const [row] = await db.select().from(addresses).where(isOwn(own))
  return row
}

export async function insertAddress(tx: Database, address: AddressFields & { userId: string }): Promise<AddressRow> {
  const [row] = await tx.insert(addresses).values(address).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Changes an address of this person; undefined when he has no such address. */
export async function updateAddressRow(
  tx: Database,
  own: { id: string; userId: string },
  change: Partial<AddressFields>,
): Promise<AddressRow | undefined> {
  const [row] = await tx.update(addresses).set(change).where(isOwn(own)).returning()
  return row
}

/** None of a person's addresses is the default any more. */
export async function clearDefault(tx: Database, userId: string): Promise<void> {
  const isDefault = and(eq(addresses.userId, userId), eq(addresses.isDefault, true))
  await tx.update(addresses).set({ isDefault: false }).where(isDefault)
}

/** Takes an address of this person away. @returns the row that was; undefined when he has no such address */
export async function deleteAddressRow(
  tx: Database,
  own: { id: string; userId: string },
): Promise<AddressRow | undefined> {
  const [row] = await tx.delete(addresses).where(isOwn(own)).returning()
  return row
}
