import type { Company, CompanySettings } from '@paidang/api/areas/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import { lockOwnCompany } from './lock-own-company.ts'
import { listMembers, retirePolicy, updateSettings } from './member-queries.ts'
import { readCompany } from './read-company.ts'

type Saving = { companyId: string; settings: CompanySettings; actorId: string; now: Date }

/**
 * Sets the company's rules for its admin. A replaced policy is stored for the classes that were made under it. The
 * other coaches are notified of the new policy. The opening hours apply to venues that its coaches add from now on.
 *
 * @throws ApiError action_forbidden, revision_outdated, venue_hours_invalid
 * Source: decision "Cancellation policy", decision record 011
 */
export async function saveSettings(db: Database, { companyId, settings, actorId, now }: Saving): Promise<Company> {
  const { freeCancelHours, forgivenLateCancels, firstStart, lastStart, revision: seen } = settings
  if (lastStart < firstStart) throw new ApiError('venue_hours_invalid')
  return db.transaction(async (tx) => {
    const company = await lockOwnCompany(tx, companyId, actorId)
    await assertSeen(tx, 'companies', { seen, row: company }, () => readCompany(tx, companyId, actorId))
    const keepsPolicy =
      company.freeCancelHours === freeCancelHours && company.forgivenLateCancels === forgivenLateCancels
    if (!keepsPolicy) {
      await retirePolicy(tx, company, { actorId, now })
      await notify(tx, {
        receiverIds: (await listMembers(tx, companyId)).map(({ id }) => id),
        senderId: actorId,
        category: 'systemNotice',
        title: '取消规则已更改',
        content: `${company.companyName}：开课前 ${freeCancelHours} 小时可免费取消，90 天内免 ${forgivenLateCancels} 次；已有约课仍按原规则`,
        about: { kind: 'company', id: companyId },
      })
    }
    await updateSettings(tx, companyId, { freeCancelHours, forgivenLateCancels, firstStart, lastStart })
    return readCompany(tx, companyId, actorId)
  })
}
