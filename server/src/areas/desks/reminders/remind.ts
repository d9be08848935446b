import { answerDueText } from '@paidang/domain/areas/classes/answer-time'
import { waitsForCoach } from '@paidang/domain/areas/classes/invitation'
import { beginningsDue, isReminded, REMINDER_HOURS, type ReminderHours } from '@paidang/domain/areas/messages/reminder'
import { instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { notify } from '../../ground/messages/notify.ts'
import {
  insertReminders,
  listAnswersDue,
  listBallsDue,
  listClassesDue,
  listPlayersOfClass,
  listPlayersOfGame,
  listUnanswered,
  lockClass,
  lockGame,
  markReminded,
} from './reminder-queries.ts'

/**
 * Reminds everybody who comes to a class or a game a day and two hours before. Each reminder is sent once. People who
 * joined after its moment do not get it. A class or game that moves to another time has new reminders.
 *
 * Whoever must answer a request for a class is reminded once before the answer is due.
 *
 * Source: decision "Messages"
 */
export async function remind({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    signal,
    onFault,
    what: 'remind of the answer to class',
    list: (page) => listAnswersDue(db, { now, ...page }),
    each: ({ id }) => remindOfAnswer(db, id, now),
  })
  for (const hours of REMINDER_HOURS) {
    const due = { hours, ...beginningsDue(hours, now) }
    const work = { signal, onFault }
    await processEach({
      ...work,
      what: `remind of class, ${hours} hours before,`,
      list: (page) => listClassesDue(db, { ...due, ...page }),
      each: ({ id }) => remindOfClass(db, id, { hours, now }),
    })
    await processEach({
      ...work,
      what: `remind of ball game, ${hours} hours before,`,
      list: (page) => listBallsDue(db, { ...due, ...page }),
      each: ({ id }) => remindOfBall(db, id, { hours, now }),
    })
  }
}

async function remindOfAnswer(db: Database, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await markReminded(tx, id, now)
    if (!row) return
    const { coachId, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, expiresAt, needContract } = row
    const lesson = `${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}`
    await notify(tx, {
      receiverIds: waitsForCoach(row) ? [coachId] : await listUnanswered(tx, id),
      senderId: null,
      category: 'invitation',
      title: '约课待答复',
      content: `${lesson}，请在 ${answerDueText(expiresAt)} 前${needContract ? '缔约并确认' : '答复'}，超时自动取消`,
      about: { kind: 'invitation', id },
    })
  })
}

type At = { hours: ReminderHours; now: Date }

/** Whether a reminder is still due. The row is locked now, so its begin can no longer change. */
function isDue(beginsAt: Date, { hours, now }: At): boolean {
  const { after, upTo } = beginningsDue(hours, now)
  return after < beginsAt && beginsAt <= upTo
}

async function remindOfClass(db: Database, id: string, at: At): Promise<void> {
  await db.transaction(async (tx) => {
    const lesson = await lockClass(tx, id)
    if (!lesson) return
    const { coachId, courseDate, beginTimeSlot, endTimeSlot, courseDesignName, confirmedAt } = lesson.invitation
    const beginsAt = instantOf(courseDate, beginTimeSlot)
    if (!isDue(beginsAt, at)) return
    const { hours } = at
    const players = await listPlayersOfClass(tx, id)
    const isStillDue = (since: Date) => isReminded({ beginsAt, since }, hours)
    const since = confirmedAt ?? new Date(0)
    const coming = isStillDue(since) ? players.filter(({ joinedAt }) => isStillDue(joinedAt)) : []
    const reminder = { objectKind: 'invitation', objectId: id, hoursBefore: hours, beginsAt } as const
    const coachIds = isStillDue(since) && players.length > 0 ? [coachId] : []
    const receiverIds = await insertReminders(tx, reminder, [...coachIds, ...coming.map(({ userId }) => userId)])

    const place = `${lesson.stadiumName} ${lesson.courtName}`
    const what = `${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}，${place}`
    const students = players.map(({ nickname }) => nickname).join('、')
    const notice = {
      senderId: null,
      category: 'classNotice',
      title: '上课提醒',
      about: { kind: 'invitation', id },
      reminder: { kind: 'invitation', beginsAt, place },
    } as const
    const isCoach = (userId: string) => userId === coachId
    await notify(tx, { ...notice, receiverIds: receiverIds.filter(isCoach), content: `${what}，学员 ${students}` })
    const toPlayers = `${what}，教练 ${lesson.coachName}`
    const [asked, others] = bySilence(
      players,
      receiverIds.filter((userId) => !isCoach(userId)),
    )
    await notify(tx, { ...notice, receiverIds: others, content: toPlayers })
    await notify(tx, { ...notice, receiverIds: asked, content: `${toPlayers}；时间或内容有修改，请先同意` })
  })
}

async function remindOfBall(db: Database, id: string, at: At): Promise<void> {
  await db.transaction(async (tx) => {
    const game = await lockGame(tx, id)
    if (!game) return
    const { title, activityDate, beginTimeSlot, endTimeSlot, maxPlayers } = game.ball
    const beginsAt = instantOf(activityDate, beginTimeSlot)
    if (!isDue(beginsAt, at)) return
    const { hours } = at
    const players = await listPlayersOfGame(tx, id)
    const coming = players.filter(
      ({ confirmedAt }) => confirmedAt !== null && isReminded({ beginsAt, since: confirmedAt }, hours),
    )
    const reminder = { objectKind: 'ball', objectId: id, hoursBefore: hours, beginsAt } as const
    const receiverIds = await insertReminders(
      tx,
      reminder,
      coming.map(({ userId }) => userId),
    )
    const place = [game.stadiumName ?? game.ball.place, game.courtName].filter(Boolean).join(' ')
    const notice = {
      senderId: null,
      category: 'invitation',
      title: '球局提醒',
      about: { kind: 'ball', id },
      reminder: { kind: 'ball', beginsAt, place },
    } as const
    const content = `${monthDotDay(activityDate)} ${whenOf(beginTimeSlot, endTimeSlot)} ${title}，${place}，已有 ${players.length}/${maxPlayers} 人`
    const [asked, others] = bySilence(players, receiverIds)
    await notify(tx, { ...notice, receiverIds: others, content })
    await notify(tx, { ...notice, receiverIds: asked, content: `${content}；球局有修改，请先同意，否则开始时自动退出` })
  })
}

/** Divides receivers into those with a change to agree to and all others. */
function bySilence(
  players: readonly { userId: string; changedAt: Date | null }[],
  receiverIds: readonly string[],
): [asked: string[], others: string[]] {
  const silent = new Set(players.filter(({ changedAt }) => changedAt !== null).map(({ userId }) => userId))
  return [receiverIds.filter((id) => silent.has(id)), receiverIds.filter((id) => !silent.has(id))]
}
