import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contractPhotos, contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'

/**
 * A company that connects a coach or admin with a student. `hasContract` says whether the student has ever had a
 * contract with it.
 */
export type CompanyOfStudent = { id: string; companyName: string; hasContract: boolean }

/**
 * The companies that connect a user with a player. In these companies the user teaches the player, or is admin and any
 * member teaches the player.
 */
export async function findCompaniesWithStudent(
  db: Database,
  { actorId, playerId }: { actorId: string; playerId: string },
): Promise<CompanyOfStudent[]> {
  const { rows } = await db.execute<CompanyOfStudent>(sql`
    select c.id::text as id, c.company_name as "companyName",
      exists (select 1 from ${contracts} k where k.company_id = c.id and k.user_id = ${playerId}) as "hasContract"
    from ${companies} c
    where exists (
      select 1 from ${companyMembers} m join ${studentRelations} r on r.coach_id = m.user_id
      where m.company_id = c.id and r.player_id = ${playerId} and (m.user_id = ${actorId} or c.admin_id = ${actorId}))
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

/** More than any player has. */
const MAX_PHOTOS = 100

/** A player's contract photos, latest first: all, or those with some companies. */
export async function listPhotos(
  db: Database,
  { userId, companyIds }: { userId: string; companyIds: readonly string[] | undefined },
): Promise<PhotoRow[]> {
  const condition = and(
    eq(contractPhotos.userId, userId),
    companyIds && inArray(contractPhotos.companyId, [...companyIds]),
  )
  return selectPhotos(db).where(condition).orderBy(desc(contractPhotos.id)).limit(MAX_PHOTOS)
}

/** The contract photo that uses a picture. Undefined if there is none. */
export async function findPhotoOfFile(db: Database, contractAttachment: string): Promise<PhotoRow | undefined> {
  const [row] = await selectPhotos(db).where(eq(contractPhotos.contractAttachment, contractAttachment))
  return row
}

/**
 * Inserts a picture as a contract photo.
 *
 * @returns false if the picture already is a contract photo
 */
export async function insertPhoto(tx: Database, photo: typeof contractPhotos.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(contractPhotos).values(photo).onConflictDoNothing().returning({ id: contractPhotos.id })
  return rows.length > 0
}
