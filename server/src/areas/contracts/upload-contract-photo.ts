import type { ContractPhoto } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { assertOwnFile } from '../files/assert-own-file.ts'
import type { FileLinks } from '../files/file-links.ts'
import { tell } from '../messages/tell.ts'
import { type CompanyOfStudent, findCompaniesWithStudent, findPhotoOfFile, insertPhoto } from './photo-queries.ts'
import { presentPhoto } from './read-contract-photos.ts'

type PhotoUpload = { userId: string; contractAttachment: string; companyId?: string | undefined; by: string; now: Date }

/**
 * A coach, or the admin, puts the photo of a signed contract beside his student's hours, and the student is told. The picture is one
 * that he uploaded himself and is used once; the same call again answers the same photo. Without `companyId` the only company
 * is meant through which he has the student, of several the only one that the student has a contract with.
 *
 * @throws ApiError contract_photo_missing, action_forbidden (no student of his, or not of that company), input_invalid
 *   (several companies and none named), file_not_found (not his picture, or used for another contract)
 * Source: specification §6 "Contract photo", permission matrix
 */
export async function uploadContractPhoto(
  db: Database,
  links: FileLinks,
  { userId, contractAttachment: text, companyId, by, now }: PhotoUpload,
): Promise<ContractPhoto> {
  const contractAttachment = text.trim()
  return db.transaction(async (tx) => {
    const companies = await findCompaniesWithStudent(tx, { by, playerId: userId })
    if (companies.length === 0) throw new ApiError('action_forbidden')
    const company = companyId === undefined ? onlyOne(companies) : companies.find(({ id }) => id === companyId)
    if (!company) throw new ApiError(companyId === undefined ? 'input_invalid' : 'action_forbidden')
    if (contractAttachment === '') throw new ApiError('contract_photo_missing')
    await assertOwnFile(tx, { relativePath: contractAttachment, purpose: 'contract', by })

    const photo = { userId, companyId: company.id, contractAttachment, uploadedBy: by, createdAt: now }
    const isNew = await insertPhoto(tx, photo)
    const row = await findPhotoOfFile(tx, contractAttachment)
    if (row?.userId !== userId || row.companyId !== company.id) throw new ApiError('file_not_found')
    if (isNew) {
      await tell(tx, {
        receiverIds: [userId],
        senderId: by,
        category: 'systemNotice',
        title: '合同照片已上传',
        content: `${row.uploadedBy} 上传了您与${row.companyName}的合同照片`,
        about: { kind: 'company', id: company.id },
      })
    }
    return presentPhoto(row, links, now)
  })
}

function onlyOne(companies: readonly CompanyOfStudent[]): CompanyOfStudent | undefined {
  const [only, ...others] = companies.length === 1 ? companies : companies.filter(({ hasContract }) => hasContract)
  return others.length === 0 ? only : undefined
}
