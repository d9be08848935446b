import { remindOfRenewal } from '@paidang/api/areas/money/packages'
import { ApiError } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { formatDotDay } from '@paidang/domain/kernel/day'
import { and, eq } from 'drizzle-orm'
import { handle, plugin } from '../../../http/handle.ts'
import { coachCourses, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { notify } from '../../ground/messages/notify.ts'
import { insertReminder, renewalOffer } from '../contracts/renewal.ts'

export default plugin([
  // The coach must teach the course and have the player as a student.
  handle(remindOfRenewal, ({ body: { contractId }, user: { id: coachId }, db, now, app: { features } }) =>
    db.transaction(async (tx) => {
      const [found] = await tx
        .select({ contract: contracts, courseName: courses.courseName, isUnclaimed: users.unclaimed })
        .from(contracts)
        .innerJoin(courses, eq(courses.id, contracts.courseId))
        .innerJoin(users, eq(users.id, contracts.userId))
        .innerJoin(coachCourses, and(eq(coachCourses.courseId, courses.id), eq(coachCourses.coachId, coachId)))
        .innerJoin(
          studentRelations,
          and(eq(studentRelations.playerId, contracts.userId), eq(studentRelations.coachId, coachId)),
        )
        .where(eq(contracts.id, contractId))
      if (!found) throw new ApiError('contract_not_found')
      if (found.contract.refundedAt) throw new ApiError('contract_refunded')
      if (found.isUnclaimed) throw new ApiError('renewal_unread')
      const { contract, courseName } = found
      const { fitting, words, about } = await renewalOffer(tx, contract, features)
      if (!fitting) throw new ApiError('renewal_without_package')
      if (!(await insertReminder(tx, { contractId, sentBy: coachId, now }))) throw new ApiError('renewal_sent')
      const left = lessonHoursText(contract.remainingSessions - contract.heldSessions)
      await notify(tx, {
        ...{ senderId: coachId, category: 'classNotice', about, receiverIds: [contract.userId] },
        title: '教练提醒续课',
        content: `${courseName} 可用 ${left} 课时，${formatDotDay(contract.expiryDate)} 到期${words}`,
      })
      return { ...fitting }
    }),
  ),
])
