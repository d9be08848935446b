import * as api from '@paidang/api/areas/money/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contractPhotos, contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { notify } from '../../ground/messages/notify.ts'

/**
 * A company that connects a coach or admin with a student. `hasContract` says whether the student has ever had a
 * contract with it.
 */
type CompanyOfStudent = { id: string; companyName: string; hasContract: boolean }

/**
 * The companies that connect a user with a player. In these companies the user teaches the player, or is admin and any
 * member teaches the player.
 */
async function findCompaniesWithStudent(
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

/** A contract photo on the wire. Its link expires soon. */
function presentPhoto(
  row: Awaited<ReturnType<typeof selectPhotos>>[number],
  links: FileLinks,
  now: Date,
): api.ContractPhoto {
  return {
    id: row.id,
    userId: row.userId,
    companyId: row.companyId,
    companyName: row.companyName,
    url: links.of(row.contractAttachment, now),
    uploadedBy: row.uploadedBy,
    createdAt: row.createdAt.toISOString(),
  }
}

function onlyOne(companies: readonly CompanyOfStudent[]): CompanyOfStudent | undefined {
  const [only, ...others] = companies.length === 1 ? companies : companies.filter(({ hasContract }) => hasContract)
  return others.length === 0 ? only : undefined
}

/** More than any player has. */
const MAX_PHOTOS = 100

/**
 * A picture is used only once. The same call again returns the same photo. Without `companyId` it is the only company
 * that connects the caller with the student. Of several companies it is the only one with a contract of the student.
 */
function uploadContractPhoto({
  body: { userId, companyId, ...said },
  user: { id: actorId },
  db,
  now,
  app,
}: Handled<typeof api.uploadUserContract>) {
  const contractAttachment = said.contractAttachment.trim()
  return db.transaction(async (tx) => {
    const known = await findCompaniesWithStudent(tx, { actorId, playerId: userId })
    if (known.length === 0) throw new ApiError('action_forbidden')
    const company = companyId === undefined ? onlyOne(known) : known.find(({ id }) => id === companyId)
    if (!company) throw new ApiError(companyId === undefined ? 'input_invalid' : 'action_forbidden')
    if (contractAttachment === '') throw new ApiError('contract_photo_missing')
    await assertOwnFile(tx, { relativePath: contractAttachment, purpose: 'contract', actorId })

    const photo = { userId, companyId: company.id, contractAttachment, uploadedBy: actorId, createdAt: now }
    const { rowCount } = await tx.insert(contractPhotos).values(photo).onConflictDoNothing()
    const [row] = await selectPhotos(tx).where(eq(contractPhotos.contractAttachment, contractAttachment))
    if (row?.userId !== userId || row.companyId !== company.id) throw new ApiError('file_not_found')
    if (rowCount)
      await notify(tx, {
        receiverIds: [userId],
        senderId: actorId,
        category: 'systemNotice',
        title: '合同照片已上传',
        content: `${row.uploadedBy} 上传了您与${row.companyName}的合同照片`,
        about: { kind: 'company', id: company.id },
      })
    return presentPhoto(row, app.fileLinks, now)
  })
}

export default plugin([
  handle(api.uploadUserContract, uploadContractPhoto),

  // The player sees all. A coach of the player, or the admin, sees those of their companies. The latest come first.
  handle(api.contractPhotos, async ({ params: { userId }, user: { id: actorId }, db, now, app }) => {
    if (!isId(userId)) throw new ApiError('data_of_others')
    const known = actorId === userId ? undefined : await findCompaniesWithStudent(db, { actorId, playerId: userId })
    if (known?.length === 0) throw new ApiError('data_of_others')
    const ofCompanies =
      known &&
      inArray(
        contractPhotos.companyId,
        known.map(({ id }) => id),
      )
    const rows = await selectPhotos(db)
      .where(and(eq(contractPhotos.userId, userId), ofCompanies))
      .orderBy(desc(contractPhotos.id))
      .limit(MAX_PHOTOS)
    return rows.map((row) => presentPhoto(row, app.fileLinks, now))
  }),
])
