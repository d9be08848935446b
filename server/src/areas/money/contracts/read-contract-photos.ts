import type { ContractPhoto } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../../db/database.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import { findCompaniesWithStudent, listPhotos, type PhotoRow } from './photo-queries.ts'

/**
 * A player's contract photos, latest first. The player sees all. A coach of the player, or the admin, sees those of
 * their companies.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function readContractPhotos(
  db: Database,
  links: FileLinks,
  { userId, actorId, now }: { userId: string; actorId: string; now: Date },
): Promise<ContractPhoto[]> {
  if (!isId(userId)) throw new ApiError('data_of_others')
  const companies = actorId === userId ? undefined : await findCompaniesWithStudent(db, { actorId, playerId: userId })
  if (companies?.length === 0) throw new ApiError('data_of_others')
  const rows = await listPhotos(db, { userId, companyIds: companies?.map(({ id }) => id) })
  return rows.map((row) => presentPhoto(row, links, now))
}

/** A contract photo on the wire. Its link expires soon. */
export function presentPhoto(row: PhotoRow, links: FileLinks, now: Date): ContractPhoto {
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
