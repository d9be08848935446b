import type { Database } from '../../../db/database.ts'
import { removeTeaching } from './course-queries.ts'
import { closeCompany, deleteMember, listCompaniesOf, lockCompany } from './member-queries.ts'

/**
 * Removes a coach whose account ends from all companies. Companies that they administer are closed. The caller must
 * check afterwards whether this is allowed. Then nobody can book the coach or sign with the company any more.
 */
export async function leaveAllCompanies(tx: Database, { actorId, now }: { actorId: string; now: Date }): Promise<void> {
  for (const companyId of await listCompaniesOf(tx, actorId)) {
    const company = await lockCompany(tx, companyId)
    await removeTeaching(tx, { companyId, coachId: actorId })
    await deleteMember(tx, { companyId, userId: actorId })
    if (company?.adminId === actorId) await closeCompany(tx, companyId, { actorId, now })
  }
}
