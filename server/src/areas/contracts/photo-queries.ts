import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { companies, companyMembers } from '../companies/tables.ts'
import { users } from '../profile/tables.ts'
import { studentRelations } from '../relations/tables.ts'
import { contractPhotos, contracts } from './tables.ts'

/** A company through which somebody has to do with a student; whether the student has ever had a contract with it. */
export type CompanyOfStudent = { id: string; companyName: string; hasContract: boolean }

/**
 * The companies through which a user has to do with a player: where he teaches and the player is his student, and those
 * whose admin he is and the player is the student of anybody there.
 */
export async function findCompaniesWithStudent(
  db: Database,
  { by, playerId }: { by: string; playerId: string },
): Promise<CompanyOfStudent[]> {
  const { rows } = await db.execute<CompanyOfStudent>(sql`
    select c.id::text as id, c.company_name as "companyName",
      exists (select 1 from ${contracts} k where k.company_id = c.id and k.user_id = ${playerId}) as "hasContract"
    from ${companies} c
    where exists (
      select 1 from ${companyMembers} m join ${studentRelations} r on r.coach_id = m.user_id
      where m.company_id = c.id and r.player_id = ${playerId} and (m.user_id = ${by} or c.admin_id = ${by}))
    order by c.id`)
  return rows
}

const photoColumns = {
  id: contractPhotos.id,
  userId: contractPhotos.userId,
  companyId: contractPhotos.companyId,
  companyName: companies.companyName,
  contractAttachment: contractPhotos.contractAttachment,
  uploadedBy: users.nickname,
  createdAt: contractPhotos.createdAt,
}

const selectPhotos = (db: Database) =>
  db
    .select(photoColumns)
    .from(contractPhotos)
    .innerJoin(companies, eq(companies.id, contractPhotos.companyId))
    .innerJoin(users, eq(users.id, contractPhotos.uploadedBy))

export type PhotoRow = Awaited<ReturnType<typeof selectPhotos>>[number]

/** More than anybody signs. */
const MAX_PHOTOS = 100

/** A player's contract photos, all or those with some companies, latest first. */
export async function listPhotos(
  db: Database,
  { userId, companyIds }: { userId: string; companyIds: readonly string[] | undefined },
): Promise<PhotoRow[]> {
  const wanted = and(
    eq(contractPhotos.userId, userId),
    companyIds && inArray(contractPhotos.companyId, [...companyIds]),
  )
  return selectPhotos(db).where(wanted).orderBy(desc(contractPhotos.id)).limit(MAX_PHOTOS)
}

/** The photo that a picture is; undefined when it is none. */
export async function findPhotoOfFile(db: Database, contractAttachment: string): Promise<PhotoRow | undefined> {
  const [row] = await selectPhotos(db).where(eq(contractPhotos.contractAttachment, contractAttachment))
  return row
}

/** Makes a picture a contract photo; false when it is one already. */
export async function insertPhoto(tx: Database, photo: typeof contractPhotos.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(contractPhotos).values(photo).onConflictDoNothing().returning({ id: contractPhotos.id })
  return rows.length > 0
}
