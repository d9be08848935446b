import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { hasLiveClass } from '../classes/has-live-class.ts'
import { tell } from '../messages/tell.ts'
import { hasActiveContracts, removeTeaching } from './course-queries.ts'
import type { LockedCompany } from './lock-own-company.ts'
import { closeCompany, deleteMember, listClubsOf, listMembers, lockCompany } from './member-queries.ts'

type Leaving = { companyId?: string | undefined; by: string; now: Date }

/**
 * A coach leaves a club: he no longer teaches its courses, its admin is told; his students, venues and other companies stay
 * his. The last one to leave closes the club, once nobody has hours with it. Without `companyId` his only club is meant.
 *
 * @throws ApiError action_forbidden (no member, or a one-person company), input_invalid (several clubs and none named),
 *   company_admin_leaves, classes_unfinished, course_has_contracts (he is the last, and hours are still owed)
 * Source: decision record 011
 */
export async function leaveCompany(db: Database, { companyId, by, now }: Leaving): Promise<null> {
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId ?? (await onlyClubOf(tx, by)))
    const members = company && !company.isPerson ? await listMembers(tx, company.id) : []
    const own = members.find(({ id }) => id === by)
    if (!company || !own) throw new ApiError('action_forbidden')
    const isLast = members.length === 1
    if (company.adminId === by && !isLast) throw new ApiError('company_admin_leaves')

    await removeTeaching(tx, { companyId: company.id, coachId: by })
    // Only now: whoever booked him meanwhile has been waited for, and nobody else can.
    if (await hasLiveClass(tx, { companyId: company.id, coachIds: [by], now })) throw new ApiError('classes_unfinished')
    await deleteMember(tx, { companyId: company.id, userId: by })
    if (isLast) await closeClub(tx, company, { by, now })
    else await tellOfLeave(tx, company, own)
    return null
  })
}

async function onlyClubOf(tx: Database, by: string): Promise<string> {
  const [club, ...others] = await listClubsOf(tx, by)
  if (!club) throw new ApiError('action_forbidden')
  if (others.length > 0) throw new ApiError('input_invalid')
  return club.id
}

async function closeClub(
  tx: Database,
  { id: companyId }: LockedCompany,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await closeCompany(tx, companyId, { by, now })
  if (await hasActiveContracts(tx, { companyId, today: dayOf(now) })) throw new ApiError('course_has_contracts')
}

async function tellOfLeave(
  tx: Database,
  { id, companyName, adminId }: LockedCompany,
  { id: by, nickname }: { id: string; nickname: string },
): Promise<void> {
  await tell(tx, {
    receiverIds: [adminId],
    senderId: by,
    category: 'systemNotice',
    title: '有教练离开公司',
    content: `${nickname} 已离开${companyName}`,
    about: { kind: 'company', id },
  })
}
