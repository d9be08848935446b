import { and, eq, like, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { companies, companyMembers } from '../companies/tables.ts'
import { contractPhotos } from '../contracts/tables.ts'
import { studentRelations } from '../relations/tables.ts'
import { files } from './tables.ts'

/** Writes down whose picture lies where. */
export async function insertFile(tx: Database, file: typeof files.$inferInsert): Promise<void> {
  await tx.insert(files).values(file)
}

/** Whether a user uploaded the picture, and it lies in that folder, for example `public/venues/`. */
export async function isOwnFile(
  db: Database,
  { relativePath, folder, ownerId }: { relativePath: string; folder: string; ownerId: string },
): Promise<boolean> {
  const own = and(
    eq(files.relativePath, relativePath),
    like(files.relativePath, `${folder}%`),
    eq(files.ownerId, ownerId),
  )
  return (await db.$count(files, own)) > 0
}

/**
 * Whether a private picture is for a user to see: he uploaded it, or it is the photo of his contract, of his student's with
 * a company that he teaches for, or of one with the company whose admin he is.
 */
export async function maySee(db: Database, userId: string, relativePath: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${files} f where f.relative_path = ${relativePath} and f.owner_id = ${userId}
    union all
    select 1 from ${contractPhotos} p join ${companies} c on c.id = p.company_id
    where p.contract_attachment = ${relativePath} and (
      p.user_id = ${userId} or c.admin_id = ${userId}
      or exists (
        select 1 from ${companyMembers} m join ${studentRelations} r on r.coach_id = m.user_id
        where m.company_id = p.company_id and m.user_id = ${userId} and r.player_id = p.user_id))
    limit 1`)
  return rows.length > 0
}
