import type { ContractPhoto } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type CompanyOfStudent, findCompaniesWithStudent, findPhotoOfFile, insertPhoto } from './photo-queries.ts'
import { presentPhoto } from './read-contract-photos.ts'

type PhotoUpload = {
  userId: string
  contractAttachment: string
  companyId?: string | undefined
  actorId: string
  now: Date
}

/**
 * Adds the photo of a signed contract for a coach or the admin, and notifies the student. The caller must have uploaded
 * the picture, and a picture is used only once. The same call again returns the same photo. Without `companyId` it is
 * the only company that connects the caller with the student. Of several companies it is the only one with a contract
 * of the student.
 *
 * @throws ApiError contract_photo_missing; action_forbidden (no student of the caller, or not of that company);
 *   input_invalid (several companies and none named); file_not_found (not the caller's picture, or used for another
 *   contract).
 * Source: specification §6 "Contract photo", permission matrix
 */
export async function uploadContractPhoto(
  db: Database,
  links: FileLinks,
  { userId, contractAttachment: text, companyId, actorId, now }: PhotoUpload,
): Promise<ContractPhoto> {
  const contractAttachment = text.trim()
  return db.transaction(async (tx) => {
    const companies = await findCompaniesWithStudent(tx, { actorId, playerId: userId })
    if (companies.length === 0) throw new ApiError('action_forbidden')
    const company = companyId === undefined ? onlyOne(companies) : companies.find(({ id }) => id === companyId)
    if (!company) throw new ApiError(companyId === undefined ? 'input_invalid' : 'action_forbidden')
    if (contractAttachment === '') throw new ApiError('contract_photo_missing')
    await assertOwnFile(tx, { relativePath: contractAttachment, purpose: 'contract', actorId })

    const photo = { userId, companyId: company.id, contractAttachment, uploadedBy: actorId, createdAt: now }
    const isNew = await insertPhoto(tx, photo)
    const row = await findPhotoOfFile(tx, contractAttachment)
    if (row?.userId !== userId || row.companyId !== company.id) throw new ApiError('file_not_found')
    if (isNew) {
      await notify(tx, {
        receiverIds: [userId],
        senderId: actorId,
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
