import type { CoachApplication, applyAsCoach as endpoint } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/faults.ts'
import { type AppUser, isCoach } from '../../http/session.ts'
import { assertOwnFile } from '../files/assert-own-file.ts'
import { type ApplicationRow, insertApplication } from './application-queries.ts'
import { presentApplication, type Showing } from './present-application.ts'

type Form = Input<typeof endpoint>['body']

/**
 * A player asks to be a coach, with photos of his certificates that he uploaded; he stays a player until an operator approves.
 *
 * @throws ApiError application_waits (a coach already, or an application of his waits), real_name_missing, file_not_found
 * Source: specification §7 "Profile and registration", permission matrix
 */
export async function applyAsCoach(
  db: Database,
  { form, by, ...showing }: Showing & { form: Form; by: AppUser },
): Promise<CoachApplication> {
  if (isCoach(by)) throw new ApiError('application_waits')
  const realName = form.realName.trim()
  if (realName === '') throw new ApiError('real_name_missing')
  const certificates = [...new Set(form.certificates)]
  const row = await db.transaction(async (tx) => {
    for (const relativePath of certificates) {
      await assertOwnFile(tx, { relativePath, purpose: 'certificate', by: by.id })
    }
    const application = {
      userId: by.id,
      realName,
      yearsTeaching: form.yearsTeaching,
      region: form.region.trim(),
      introduction: form.introduction?.trim() ?? '',
      certificates: certificates.join(','),
      createdAt: showing.now,
    }
    return insertApplication(tx, application).catch(onceAtATime)
  })
  return presentApplication(row, showing)
}

function onceAtATime(error: unknown): ApplicationRow {
  throw isUniqueViolation(error, 'coach_applications_one_waits') ? new ApiError('application_waits') : error
}
