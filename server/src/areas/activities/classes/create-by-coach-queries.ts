import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'

/** Inserts the row of a class. @returns its id */
export async function insertInvitation(tx: Database, row: typeof invitations.$inferInsert): Promise<string> {
  const [made] = await tx.insert(invitations).values(row).returning({ id: invitations.id })
  if (!made) throw new Error('the insert of a class answered no row')
  return made.id
}
