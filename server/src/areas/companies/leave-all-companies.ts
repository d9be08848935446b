import type { Database } from '../../db/database.ts'
import { removeTeaching } from './course-queries.ts'
import { closeCompany, deleteMember, listCompaniesOf, lockCompany } from './member-queries.ts'

/**
 * A coach whose account ends teaches for nobody any more; a company whose admin he is closes. Whether that may be is asked
 * afterwards by whoever ends the account, when nobody can book him or sign with the company any more.
 */
export async function leaveAllCompanies(tx: Database, { by, now }: { by: string; now: Date }): Promise<void> {
  for (const companyId of await listCompaniesOf(tx, by)) {
    const company = await lockCompany(tx, companyId)
    await removeTeaching(tx, { companyId, coachId: by })
    await deleteMember(tx, { companyId, userId: by })
    if (company?.adminId === by) await closeCompany(tx, companyId, { by, now })
  }
}
