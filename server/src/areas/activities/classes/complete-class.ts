import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { monthDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { recordUse } from '../../money/contracts/record-use.ts'
import { publishGridChanges } from '../../time/schedule/claim-cells.ts'
import { attendanceOf, hasToAgree, type OpenClass } from './open-class.ts'
import { insertEvent, updateInvitation, updateSeat } from './queries.ts'
import { lockHolds, settleSeats } from './release-seats.ts'

/**
 * Completes a held class whose row is locked. Each seat's hold is consumed (present, late, absent; an unsigned player
 * counts as present) or given back (leave). Each consumed seat gets its used record. An `actorId` of null is the clock,
 * or an operator.
 *
 * @throws ApiError any refusal of whyNot
 * Source: decision "The life of a class invitation", complete
 */
export async function completeClass(
  tx: Database,
  { view: { invitation: row }, facts, actors, joined }: OpenClass,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  const refusal = whyNot('finish', facts, actors, now)
  if (refusal) throw new ApiError(refusal)

  const bySystem = actors.includes('operator') ? '平台' : '系统自动'
  const { id: invitationId, coachId, companyId, courseDate, courseDesignName } = row
  const attended = joined.map((seat) => ({ ...seat, attendance: attendanceOf(seat) }))
  const settlements = attended.map((seat) => ({ seat, isConsumed: seat.attendance !== 'leave' }))
  await lockHolds(tx, row.courseDesignId, joined)
  await settleSeats(
    tx,
    settlements.filter(({ isConsumed }) => isConsumed),
    { actorId: actorId, reason: actorId === null ? `${bySystem}完成课程` : '完成课程', now },
  )
  await settleSeats(
    tx,
    settlements.filter(({ isConsumed }) => !isConsumed),
    { actorId: actorId, reason: '学员请假，退回课时', now },
  )
  for (const { userId, attendance, contractId, heldSessions: usedSessions } of attended) {
    await updateSeat(tx, { invitationId, userId }, { attendance })
    if (attendance === 'leave' || contractId === null || usedSessions === 0) continue
    await recordUse(tx, { invitationId, userId, contractId, coachId, companyId, usedSessions, attendance, now })
  }
  await updateInvitation(tx, invitationId, { invitationStatus: 'COMPLETED', completedAt: now, responseTime: now })
  await insertEvent(tx, {
    invitationId,
    action: 'finish',
    fromStatus: 'CONFIRMED',
    toStatus: 'COMPLETED',
    actorId: actorId,
    now,
  })
  const lesson = `${monthDotDay(courseDate)} ${courseDesignName}`
  const playerIds = joined.map(({ userId }) => userId)
  const onLeaveIds = attended.filter(({ attendance }) => attendance === 'leave').map(({ userId }) => userId)
  const unsigned = joined.filter((seat) => seat.attendance === null && !hasToAgree(seat))
  const notice = {
    senderId: actorId,
    category: 'classNotice',
    title: '课程已完成',
    about: { kind: 'invitation', id: invitationId },
  } as const
  const byWhom = actorId === null ? `已由${bySystem}完成` : '已完成'
  await notify(tx, {
    ...notice,
    receiverIds: onLeaveIds,
    content: `${lesson} ${byWhom}，您按请假算，不扣课时`,
  })
  await notify(tx, {
    ...notice,
    receiverIds: playerIds.filter((userId) => !onLeaveIds.includes(userId)),
    content: `${lesson} ${byWhom}，课时变动见合同流水；有疑问可在72小时内提出异议`,
  })
  await notify(tx, {
    ...notice,
    receiverIds: [coachId],
    content: `${lesson} ${byWhom}，${unsigned.length > 0 ? `未签到，按到场算：${namesOf(unsigned)}` : '按签到结果扣减课时'}`,
  })
  // A held class is no longer anybody's own class in a grid.
  await publishGridChanges(tx, { venueId: row.stadiumId, coachId, personIds: playerIds, day: courseDate })
}

const namesOf = (seats: readonly { nickname: string }[]) => seats.map(({ nickname }) => nickname).join('、')
