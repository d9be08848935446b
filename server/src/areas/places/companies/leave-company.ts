import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { notify } from '../../ground/messages/notify.ts'
import { hasActiveContracts, removeTeaching } from './course-queries.ts'
import type { LockedCompany } from './lock-own-company.ts'
import { closeCompany, deleteMember, listClubsOf, listMembers, lockCompany } from './member-queries.ts'

type Leaving = { companyId?: string | undefined; actorId: string; now: Date }

/**
 * Removes a coach from a club. The coach no longer teaches its courses, and its admin is notified. Students, venues and
 * other companies of the coach remain. The last coach who leaves closes the club, if nobody has hours with it. Without
 * `companyId` the coach's only club is meant.
 *
 * @throws ApiError action_forbidden (no member, or a one-person company); input_invalid (several clubs and none named);
 *   company_admin_leaves; classes_unfinished; course_has_contracts (the coach is the last, and hours are still owed).
 * Source: decision record 011
 */
export async function leaveCompany(db: Database, { companyId, actorId, now }: Leaving): Promise<null> {
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId ?? (await onlyClubOf(tx, actorId)))
    const members = company && !company.isPerson ? await listMembers(tx, company.id) : []
    const own = members.find(({ id }) => id === actorId)
    if (!company || !own) throw new ApiError('action_forbidden')
    const isLast = members.length === 1
    if (company.adminId === actorId && !isLast) throw new ApiError('company_admin_leaves')

    await removeTeaching(tx, { companyId: company.id, coachId: actorId })
    // The check comes after the removal, which waits for concurrent bookings of the coach and prevents new ones.
    if (await hasLiveClass(tx, { companyId: company.id, coachIds: [actorId], now }))
      throw new ApiError('classes_unfinished')
    await deleteMember(tx, { companyId: company.id, userId: actorId })
    if (isLast) await closeClub(tx, company, { actorId, now })
    else await notifyLeft(tx, company, own)
    return null
  })
}

async function onlyClubOf(tx: Database, actorId: string): Promise<string> {
  const [club, ...others] = await listClubsOf(tx, actorId)
  if (!club) throw new ApiError('action_forbidden')
  if (others.length > 0) throw new ApiError('input_invalid')
  return club.id
}

async function closeClub(
  tx: Database,
  { id: companyId }: LockedCompany,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  await closeCompany(tx, companyId, { actorId, now })
  if (await hasActiveContracts(tx, { companyId, today: dayOf(now) })) throw new ApiError('course_has_contracts')
}

async function notifyLeft(
  tx: Database,
  { id, companyName, adminId }: LockedCompany,
  { id: actorId, nickname }: { id: string; nickname: string },
): Promise<void> {
  await notify(tx, {
    receiverIds: [adminId],
    senderId: actorId,
    category: 'systemNotice',
    title: '有教练离开公司',
    content: `${nickname} 已离开${companyName}`,
    about: { kind: 'company', id },
  })
}
