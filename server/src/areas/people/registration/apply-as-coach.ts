import type { CoachApplication, applyAsCoach as endpoint } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { type AppUser, isCoach } from '../../../http/session.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { type ApplicationRow, insertApplication } from './application-queries.ts'
import { presentApplication, type Showing } from './present-application.ts'

type Form = Input<typeof endpoint>['body']

/**
 * A player applies to become a coach, with uploaded photos of their certificates. They stay a player until an operator
 * approves.
 *
 * @throws ApiError application_waits (already a coach, or an application of theirs waits), real_name_missing,
 *   file_not_found.
 * Source: specification §7 "Profile and registration", permission matrix
 */
export async function applyAsCoach(
  db: Database,
  { form, actor, ...showing }: Showing & { form: Form; actor: AppUser },
): Promise<CoachApplication> {
  if (isCoach(actor)) throw new ApiError('application_waits')
  const realName = form.realName.trim()
  if (realName === '') throw new ApiError('real_name_missing')
  const certificates = [...new Set(form.certificates)]
  const row = await db.transaction(async (tx) => {
    for (const relativePath of certificates) {
      await assertOwnFile(tx, { relativePath, purpose: 'certificate', actorId: actor.id })
    }
    const application = {
      userId: actor.id,
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
