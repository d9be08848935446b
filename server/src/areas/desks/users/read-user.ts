import type { UserDetail } from '@paidang/api/areas/admin-users'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { listAuditEventsAbout } from '../../ground/audit-log/list-audit-events-about.ts'
import { listLogIns } from '../../people/auth/sessions.ts'
import { presentUser } from './present-user.ts'
import { listSuspensions } from './suspension-queries.ts'
import { countHoldings, findUser, listCompaniesOf } from './user-queries.ts'

/** An account with all data that support needs. @throws ApiError user_not_found */
export async function readUser(db: Database, { userId, now }: { userId: string; now: Date }): Promise<UserDetail> {
  const row = await findUser(db, userId, now)
  if (!row) throw new ApiError('user_not_found')
  const { phoneVerified, hasWechat, level, region, registeredAt, closedAt } = row
  const suspensions = await listSuspensions(db, userId)
  return {
    ...presentUser(row),
    revision: row.revision,
    phoneVerified,
    hasWechat,
    level,
    region,
    registeredAt: registeredAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    companies: await listCompaniesOf(db, userId),
    holdings: await countHoldings(db, userId, now),
    logIns: await listLogIns(db, { userId, now }),
    suspensions: suspensions.map(({ createdAt, until, endedAt, ...suspension }) => ({
      ...suspension,
      startedAt: createdAt.toISOString(),
      until: until?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
    })),
    auditEvents: await listAuditEventsAbout(db, { kind: 'user', id: userId }),
  }
}
