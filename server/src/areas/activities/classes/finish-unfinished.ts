import { ASKED_TO_FINISH_AFTER_MS, FINISHED_BY_CLOCK_AFTER_MS, whyNot } from '@paidang/domain/areas/classes/invitation'
import { dayOf, halfHourOfInstant, monthDotDay } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { notify } from '../../ground/messages/notify.ts'
import { cancelClass } from './cancel-invitation.ts'
import { completeClass } from './complete-class.ts'
import { lockUnlessBusy } from './expire-queries.ts'
import { findClass } from './open-class.ts'
import { updateInvitation } from './queries.ts'
import { listUnfinishedIds, wasSuspendedAt } from './unfinished-queries.ts'

/**
 * Handles a class that its coach has not completed. An hour after its end the coach is asked to, once. A day after its
 * end the clock completes it. It counts as not held if nobody signed and the coach was suspended when it began. Then
 * everything is given back.
 *
 * Source: decision "The life of a class invitation", complete
 */
export async function finishUnfinished({ db, now, signal, onFault }: JobContext): Promise<void> {
  const work = { signal, onFault }
  const before = (ms: number) => new Date(now.getTime() - ms)
  await processEach({
    ...work,
    what: 'complete class',
    list: (page) => listUnfinishedIds(db, { endedBy: before(FINISHED_BY_CLOCK_AFTER_MS), ...page }),
    each: ({ id }) => completeByClock(db, id, now),
  })
  await processEach({
    ...work,
    what: 'ask to complete class',
    list: (page) => listUnfinishedIds(db, { endedBy: before(ASKED_TO_FINISH_AFTER_MS), isToBeAsked: true, ...page }),
    each: ({ id }) => askToFinish(db, id, now),
  })
}

async function completeByClock(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const opened = (await lockUnlessBusy(tx, id)) ? await findClass(tx, id, undefined) : undefined
    // It may have been completed or called off since it was listed.
    if (!opened || whyNot('finish', opened.facts, opened.actors, now)) return
    const { coachId, signedAt } = opened.view.invitation
    const isNotHeld = signedAt === null && (await wasSuspendedAt(tx, coachId, opened.startsAt))
    if (!isNotHeld) return completeClass(tx, opened, { actorId: null, now })
    const calling = {
      actorId: null,
      now,
      reason: '教练账号停用，无人签到，按未上课处理',
      byClub: true,
      costOf: () => false,
    }
    await cancelClass(tx, { ...opened, actors: ['operator'] }, calling)
  })
}

async function askToFinish(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const opened = (await lockUnlessBusy(tx, id)) ? await findClass(tx, id, undefined) : undefined
    if (opened?.view.invitation.invitationStatus !== 'CONFIRMED' || opened.view.invitation.finishAskedAt) return
    const { coachId, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, signedAt } = opened.view.invitation
    const maySign = whyNot('sign', opened.facts, ['coach'], now) === undefined
    const task = signedAt ? '请完成' : maySign ? '请签到并完成' : '请完成，未签到按到场算'
    const byClockAt = new Date(opened.facts.endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS)
    const limit = `${monthDotDay(dayOf(byClockAt))} ${timeOf(halfHourOfInstant(byClockAt))}`
    await updateInvitation(tx, id, { finishAskedAt: now })
    await notify(tx, {
      receiverIds: [coachId],
      senderId: null,
      category: 'classNotice',
      title: '课程待完成',
      content: `${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName} 已下课，${task}，${limit} 自动完成`,
      about: { kind: 'invitation', id },
    })
  })
}
