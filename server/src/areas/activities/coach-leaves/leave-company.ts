import * as api from '@paidang/api/areas/places/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import { and, eq, inArray } from 'drizzle-orm'
import { handle, plugin } from '../../../http/handle.ts'
import { hasStatus, invitations } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { listClubsOf, listMembers, onlyOne } from '../../places/companies/companies.ts'
import { hasActiveContracts } from '../../places/companies/courses.ts'
import { followUserType } from '../../places/companies/follow-user-type.ts'
import { closeCompany, deleteMember, removeTeaching } from '../../places/companies/leave-all-companies.ts'
import { lockCompany } from '../../places/companies/lock-own-company.ts'
import { callOffEmpty, openCases } from './cases.ts'

export default plugin([
  // The coach no longer teaches the club's courses. Its admin is told, and so is each student with hours, who chooses
  // what comes next. Students, venues and other companies of the coach remain. A coach with classes to come may leave
  // them to the choice of their students. The last coach who leaves closes the club, if nobody has hours with it.
  // Without `companyId` the coach's only club is meant.
  handle(api.leaveCompany, ({ body, user: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      const company = await lockCompany(
        tx,
        body.companyId ?? onlyOne(await listClubsOf(tx, actorId), 'action_forbidden'),
      )
      const members = company && !company.isPerson ? await listMembers(tx, company.id) : []
      const own = members.find(({ id }) => id === actorId)
      if (!company || !own) throw new ApiError('action_forbidden')
      const { id: companyId, companyName, adminId } = company
      const isLast = members.length === 1
      if (adminId === actorId && !isLast) throw new ApiError('company_admin_leaves')

      await removeTeaching(tx, { companyId, userId: actorId })
      // The check comes after the removal, which waits for concurrent bookings of the coach and prevents new ones.
      const onlyBegun = body.handOver === true && !isLast
      if (await hasLiveClass(tx, { companyId, coachIds: [actorId], onlyBegun, now }))
        throw new ApiError('classes_unfinished')
      await deleteMember(tx, { companyId, userId: actorId })
      await followUserType(tx, actorId)
      if (isLast) {
        await closeCompany(tx, companyId, { actorId, now })
        if (await hasActiveContracts(tx, eq(contracts.companyId, companyId), dayOf(now)))
          throw new ApiError('course_has_contracts')
        return null
      }
      await callOffEmpty(tx, { coachId: actorId, cause: 'LEFT', companyId, now })
      await openCases(tx, { coachId: actorId, cause: 'LEFT', companyIds: [companyId], now })
      // Who left is neither asked nor reminded: the students decide.
      const asked = await tx
        .select({ id: invitations.id })
        .from(invitations)
        .where(and(eq(invitations.coachId, actorId), eq(invitations.companyId, companyId), hasStatus(['PENDING'], now)))
        .orderBy(invitations.id)
        .for('update')
      const ids = asked.map(({ id }) => id)
      await tx.update(invitations).set({ remindAt: null }).where(inArray(invitations.id, ids))
      for (const id of ids) await settleRequests(tx, { kind: 'invitation', id }, null, actorId)
      await notify(tx, {
        receiverIds: [adminId],
        senderId: actorId,
        category: 'systemNotice',
        title: '有教练离开公司',
        content: `${own.nickname} 已离开${companyName}`,
        about: { kind: 'company', id: companyId },
      })
      return null
    }),
  ),
])
