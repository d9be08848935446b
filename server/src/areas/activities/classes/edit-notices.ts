import { answerDueText } from '@paidang/domain/areas/classes/answer-time'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { EditPlan } from './edit-plan.ts'
import type { OpenClass } from './open-class.ts'
import type { InvitationView } from './view-queries.ts'

const lessonOf = ({ courseDate, beginTimeSlot, endTimeSlot, courseDesignName }: InvitationView['invitation']) =>
  `${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}`

/** A class with the venue, court and number of players that an edit changes. */
function lessonBeside(view: InvitationView, other: InvitationView): string {
  const [row, { invitation }] = [view.invitation, other]
  const isElsewhere = row.stadiumId !== invitation.stadiumId
  const parts = [
    isElsewhere && view.stadiumName,
    (isElsewhere || row.courtId !== invitation.courtId) && view.courtName,
    row.participantsCount !== invitation.participantsCount && `${row.participantsCount}人`,
  ]
  return [lessonOf(row), ...parts.filter(Boolean)].join(' ')
}

/** Notifies the others of the class that a text was written to them. */
export async function notifyMessageChanged(tx: Database, { view, joined }: OpenClass, actorId: string): Promise<void> {
  const row = view.invitation
  await notify(tx, {
    receiverIds: [row.coachId, ...joined.map(({ userId }) => userId)],
    senderId: actorId,
    category: 'classNotice',
    title: '约课留言已更新',
    content: `${lessonOf(row)} 有新的留言`,
    about: { kind: 'invitation', id: row.id },
  })
}

/**
 * Notifies everybody whom an edit concerns. Some have to answer again, some lost the class or the invitation, some only
 * take part.
 *
 * Source: decision "Messages"
 */
export async function notifyEdited(
  tx: Database,
  { view, seats, joined }: OpenClass,
  edited: InvitationView,
  { columns, guests, asksAnew }: EditPlan,
  actorId: string,
): Promise<void> {
  const row = view.invitation
  const before = lessonBeside(view, edited)
  const after = lessonBeside(edited, view)
  const notice = { senderId: actorId, about: { kind: 'invitation' as const, id: row.id } }
  const joinedIds = joined.map(({ userId }) => userId)
  const isWaiting = edited.invitation.invitationStatus === 'PENDING'
  const due = answerDueText(edited.invitation.expiresAt)

  if (row.initiatorRole === 'player') {
    const isNewCoach = columns.coachId !== row.coachId
    await notify(tx, {
      ...notice,
      receiverIds: [columns.coachId],
      category: 'invitation',
      title: isNewCoach ? '新的约课申请' : '约课已修改',
      content: isNewCoach
        ? `${view.initiatorName} 约您 ${after}，请在 ${due} 前答复`
        : `${view.initiatorName} 将 ${before} 修改为 ${after}，请在 ${due} 前重新答复`,
    })
    await notify(tx, {
      ...notice,
      receiverIds: isNewCoach ? [row.coachId] : [],
      category: 'classNotice',
      title: '约课已改约其他教练',
      content: `${view.initiatorName} 的 ${before} 已改约其他教练`,
    })
    await notify(tx, {
      ...notice,
      receiverIds: joinedIds,
      category: 'classNotice',
      title: '约课已修改',
      content: `${before} 修改为 ${after}，等待教练确认`,
    })
    return
  }

  const stillInvited = seats
    .filter(({ state, userId }) => state === 'INVITED' && !guests.dropped.includes(userId))
    .map(({ userId }) => userId)
  await notify(tx, {
    ...notice,
    receiverIds: asksAnew ? [...joinedIds, ...stillInvited] : [],
    category: 'invitation',
    title: '约课已修改',
    content: `${view.coachName} 将 ${before} 修改为 ${after}，请确认是否参与`,
  })
  await notify(tx, {
    ...notice,
    receiverIds: guests.added,
    category: 'invitation',
    title: '新的约课邀请',
    content: `${view.coachName} 邀请您参加 ${after}，请${isWaiting ? `在 ${due} 前` : '尽快'}答复`,
  })
  await notify(tx, {
    ...notice,
    receiverIds: guests.dropped,
    category: 'classNotice',
    title: '约课邀请已撤回',
    content: `${view.coachName} 撤回了 ${before} 的邀请`,
  })
}
