import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { LockedCompany } from './lock-own-company.ts'
import { findSuccessorOf, swapAdmin } from './member-queries.ts'

type HandOver = {
  company: LockedCompany
  toId: string
  /** The current admin who hands over, or null for an operator. An operator must give a reason. */
  actorId: string | null
  reason?: string
  now: Date
}

/**
 * Makes another coach of a locked company its admin at once, and notifies both. The former admin loses access to the
 * analytics.
 *
 * @returns the new admin
 * @throws ApiError coach_not_found (no other coach of userType 1 in the company, or a suspended one).
 * Source: decision "Messages", decision record 021
 */
export async function handOverAdmin(
  tx: Database,
  { company, toId, actorId, reason, now }: HandOver,
): Promise<{ nickname: string }> {
  const successor = await findSuccessorOf(tx, company, toId, now)
  if (!successor) throw new ApiError('coach_not_found')
  const { id: companyId, companyName, adminId: from } = company
  if (!(await swapAdmin(tx, { companyId, from, to: toId }))) throw new Error('the admin of a locked company changed')

  const notice = {
    category: 'systemNotice',
    title: '公司管理员已转让',
    about: { kind: 'company', id: companyId },
  } as const
  const why = reason === undefined ? '' : `，由平台办理，原因：${reason}`
  await notify(tx, {
    ...notice,
    receiverIds: [toId],
    senderId: actorId,
    content: `您已成为${companyName}的管理员${why}`,
  })
  await notify(tx, {
    ...notice,
    receiverIds: [from],
    senderId: null,
    content: `${companyName}的管理员已转让给${successor.nickname}${why}`,
  })
  return successor
}
