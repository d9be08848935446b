import { contractPhotos, uploadUserContract } from '@paidang/api/areas/contracts'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

const PHOTOS_KEY = ['contracts', 'photos'] as const

/**
 * A link to a photo is valid for ten minutes. A list older than this is read again before it is shown. Source: server,
 * "createFileLinks"
 */
const LINKS_FRESH_MS = 5 * 60_000

/** The contract photos of a player, latest first. The player sees all, a coach or admin those of their companies. */
export function useContractPhotos(userId: string) {
  return useRead(PHOTOS_KEY, contractPhotos, userId === '' ? null : { params: { userId } }, {
    refetchInterval: LINKS_FRESH_MS,
  })
}

/** Adds an uploaded picture to the student's contracts. */
export function useUploadContract() {
  return useWrite(uploadUserContract, {
    stale: [PHOTOS_KEY],
    input: (body: { userId: string; contractAttachment: string; companyId?: string }) => ({ body }),
  })
}
