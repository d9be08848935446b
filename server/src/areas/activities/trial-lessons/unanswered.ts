import { type TrialWish, trialStateAt } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import type { Day } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { and, asc, eq, gt, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { messages } from '../../../tables/messages.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import { notify } from '../../ground/messages/notify.ts'
import { findNickname } from '../../people/relations/student-relations.ts'
import { hasHour, isWaitingAt, listTrialChoices, type TrialRow } from './rows.ts'
import { aboutTrial, atText, findTrialOrder, lockTrial, takeTrialStep, wishesText, wishText } from './steps.ts'

/** Gives the money back for what nobody answered in time. */
export async function expireTrial(tx: Database, id: string, now: Date): Promise<void> {
  const trial = await lockTrial(tx, id)
  if (trial?.state !== 'PAID' || trialStateAt(trial, now) !== 'EXPIRED') return
  // Hours that have passed meanwhile are asked for as if they were to come. A coach could answer none that was closed.
  const closed = await listClosedHours(tx, trial, trial.createdAt)
  const orAway = closed && closed.away.length > 0 ? '或教练休假' : ''
  const reason = closed ? `想上的时间场馆闭馆${orAway}` : '教练没有答复体验课'
  const back = await takeTrialStep(tx, trial, 'EXPIRE', { actorId: null, reason, now })
  const notice = { senderId: null, category: 'classNotice', title: '体验课申请已过期', about: aboutTrial(id) } as const
  const content = closed
    ? `${closedText(closed, '教练')}，没有约成，${back}，可以再约别的时间`
    : `教练暂时没有答复，${back}，可以看看同俱乐部的教练`
  await notify(tx, { ...notice, receiverIds: [trial.playerId], content })
  const ofCoach = closed
    ? `${closedText(closed, '您')}，没有约成，钱全额退给学员`
    : `没有在 ${atText(trial.expiresAt ?? now)} 前答复，钱全额退给学员`
  await notify(tx, { ...notice, receiverIds: [trial.coachId], content: ofCoach })
}

type AwayDays = { coachId: string; firstDay: Day | null; lastDay: Day | null }

/**
 * Ends what waits for a coach who is away at every wished hour, and gives the money back. Where venues closed for the
 * other hours, payer and coach are told instead.
 */
export async function endTrialsAway(tx: Database, { coachId, firstDay, lastDay }: AwayDays, now: Date): Promise<void> {
  const wishWhere = (condition: SQL) => sql`exists (select 1 from jsonb_array_elements(${trialLessons.wishes}) wish
    where ${condition})`
  const isAway = sql`(wish ->> 'date')::date between ${firstDay}::date and ${lastDay}::date`
  const isAllAway = not(wishWhere(sql`not (${isAway})`))
  const waiting = await tx
    .select()
    .from(trialLessons)
    .where(and(eq(trialLessons.coachId, coachId), isWaitingAt(now), isAllAway))
    .orderBy(asc(trialLessons.id))
    .for('update')
  for (const trial of waiting) {
    const taking = { actorId: coachId, reason: '教练休假', now, change: { answer: '' } }
    const back = await takeTrialStep(tx, trial, 'REFUSE', taking)
    await notify(tx, {
      receiverIds: [trial.playerId],
      senderId: null,
      category: 'classNotice',
      title: '教练休假，体验课申请已结束',
      content: `${wishesText(trial)} 都在 ${await findNickname(tx, coachId)} 休假的日子里，${back}，可以再约别的时间或教练`,
      about: aboutTrial(trial.id),
    })
  }
  const touched = await tx
    .select()
    .from(trialLessons)
    .where(and(eq(trialLessons.coachId, coachId), isWaitingAt(now), wishWhere(isAway)))
    .orderBy(asc(trialLessons.id))
  for (const trial of touched) await tellClosed(tx, trial, now)
}

type ClosedHours = Record<'closed' | 'away', TrialWish[]>

/**
 * The hours that are to come where venues closed for all of them, apart from those on days of leave of the coach;
 * undefined while another is left, or none is closed.
 */
async function listClosedHours(tx: Database, trial: TrialRow, now: Date): Promise<ClosedHours | undefined> {
  const toCome = (await listTrialChoices(tx, trial, now)).filter(({ obstacle }) => obstacle !== 'PAST')
  const leaves = await tx
    .select()
    .from(coachLeaves)
    .where(and(eq(coachLeaves.coachId, trial.coachId), eq(coachLeaves.cause, 'AWAY'), isNull(coachLeaves.endedAt)))
  const isAway = ({ date }: TrialWish) =>
    leaves.some(({ firstDay, lastDay }) => firstDay !== null && lastDay !== null && firstDay <= date && date <= lastDay)
  const closed = toCome.filter((wish) => !isAway(wish))
  const isClosed = closed.length > 0 && closed.every(({ obstacle }) => obstacle === 'CLOSED')
  return isClosed ? { closed, away: toCome.filter(isAway) } : undefined
}

/** Why none of the hours is left, as in 5.8 周五 10:00 场馆闭馆，5.9 周六 10:00 教练休假. */
const closedText = ({ closed, away }: ClosedHours, coach: '教练' | '您') =>
  `${closed.map(wishText).join('、')} 场馆闭馆${away.length > 0 ? `，${away.map(wishText).join('、')} ${coach}休假` : ''}`

const CLOSED_TITLE = '体验课想上的时间闭馆了'

/** Whether payer and coach were told that the venue closed. */
async function wasToldClosed(tx: Database, { id, coachId }: TrialRow): Promise<boolean> {
  const isAbout = and(eq(messages.objectKind, aboutTrial(id).kind), eq(messages.objectId, id))
  const isTold = and(eq(messages.receiverId, coachId), isAbout, eq(messages.title, CLOSED_TITLE))
  return (await tx.$count(messages, isTold)) > 0
}

/**
 * Tells payer and coach of what waits that the venue closed for all its hours that are to come, and what they can do.
 * It goes on waiting, since courts may open early. @returns whether that is so
 */
async function tellClosed(tx: Database, trial: TrialRow, now: Date): Promise<boolean> {
  const closed = await listClosedHours(tx, trial, now)
  if (!closed) return false
  const { method } = await findTrialOrder(tx, trial.id)
  const back = `¥${yuanOf(trial.priceFen)} 全额退回${refundTargetOf(method) === 'OFFLINE' ? '，到前台领取' : ''}`
  const notice = { senderId: null, category: 'classNotice', title: CLOSED_TITLE, about: aboutTrial(trial.id) } as const
  const until = atText(trial.expiresAt ?? now)
  const ofPlayer = `${closedText(closed, '教练')}。现在可以撤回，${back}，再约别的时间；场地也可能提前开放，${until} 前没有约成会自动全额退回`
  await notify(tx, { ...notice, receiverIds: [trial.playerId], content: ofPlayer })
  const ofCoach = `${closedText(closed, '您')}，现在约不了。场地可能提前开放；也可以拒绝，把钱退给学员，请对方再约。${until} 前没有约成会自动退回`
  await notify(tx, { ...notice, receiverIds: [trial.coachId], content: ofCoach })
  return true
}

/**
 * What waits for an hour of a span that is about to be closed, and has another hour left yet. Of the others payer and
 * coach were told before.
 */
export async function listTrialsOpen(
  tx: Database,
  { venueId, day, begin, end }: { venueId: string; day: Day; begin: HalfHour; end: HalfHour },
  now: Date,
): Promise<TrialRow[]> {
  const isTouched = sql`exists (
    select 1 from jsonb_to_recordset(${trialLessons.wishes}) wish ("date" date, "beginTimeSlot" int, "stadiumId" bigint)
    where wish."stadiumId" = ${venueId} and wish."date" = ${day} and wish."beginTimeSlot" < ${end}
      and wish."beginTimeSlot" + ceil(${trialLessons.minutes} / 30.0) > ${begin})`
  const touched = await tx
    .select()
    .from(trialLessons)
    .where(and(isWaitingAt(now), isTouched))
    .orderBy(asc(trialLessons.id))
  const open: TrialRow[] = []
  for (const trial of touched) if (!(await listClosedHours(tx, trial, now))) open.push(trial)
  return open
}

/** Tells of those that had an hour left before a closure, and have none now. */
export async function tellTrialsClosed(tx: Database, wereOpen: readonly TrialRow[], now: Date): Promise<void> {
  for (const trial of wereOpen) await tellClosed(tx, trial, now)
}

/** None of the hours of a waiting one is left: its venue closed for good, or its coach is on leave or no longer serves there. */
const isPlaceless = (now: Date) => {
  const asked = {
    coachId: sql`${trialLessons}.coach_id`,
    wishes: sql`${trialLessons}.wishes`,
    halfHours: sql`ceil(${trialLessons}.minutes / 30.0)::int`,
  }
  return and(isWaitingAt(now), not(hasHour(asked, now)))
}

async function endPlaceless(tx: Database, id: string, now: Date): Promise<void> {
  const [trial] = await tx
    .select()
    .from(trialLessons)
    .where(and(eq(trialLessons.id, id), isPlaceless(now)))
    .for('update')
  if (!trial) return
  const why = '场馆停用、教练休假或不再去那里上课'
  const back = await takeTrialStep(tx, trial, 'REFUSE', { actorId: null, reason: why, now, change: { answer: '' } })
  const notice = {
    senderId: null,
    category: 'classNotice',
    title: '体验课上不了，申请已结束',
    about: aboutTrial(id),
  } as const
  const next = `${wishesText(trial)} 上不了：${why}，${back}，可以再约别的时间或教练`
  await notify(tx, { ...notice, receiverIds: [trial.playerId], content: next })
  const ofCoach = `${wishesText(trial)} 上不了：场馆停用、您休假或不再去那里上课，钱全额退给学员`
  await notify(tx, { ...notice, receiverIds: [trial.coachId], content: ofCoach })
}

/**
 * Ends what waits for hours that no venue or no day of its coach is left for, and gives the money back. What a lock or a class holds may come
 * free again, so that it goes on waiting.
 */
export async function endPlacelessTrials({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select({ id: trialLessons.id })
        .from(trialLessons)
        .where(and(isPlaceless(now), gt(trialLessons.id, afterId)))
        .orderBy(asc(trialLessons.id))
        .limit(limit),
    each: ({ id }) => db.transaction((tx) => endPlaceless(tx, id, now)),
    what: 'trial lesson without a place',
    signal,
    onFault,
  })
}

/** Ends what was not answered, and gives the money back. A read counts what has expired before. */
export async function expireTrials({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select({ id: trialLessons.id })
        .from(trialLessons)
        .where(and(eq(trialLessons.state, 'PAID'), lte(trialLessons.expiresAt, now), gt(trialLessons.id, afterId)))
        .orderBy(asc(trialLessons.id))
        .limit(limit),
    each: ({ id }) => db.transaction((tx) => expireTrial(tx, id, now)),
    what: 'trial lesson',
    signal,
    onFault,
  })
}

async function remind(tx: Database, id: string, now: Date): Promise<void> {
  const isDue = and(eq(trialLessons.id, id), isWaitingAt(now), lte(trialLessons.remindAt, now))
  const [trial] = await tx.update(trialLessons).set({ remindAt: null }).where(isDue).returning()
  if (!trial?.expiresAt) return
  // Who was told of the closure knows that the coach cannot answer. An hour that was not closed may have passed since.
  if ((await wasToldClosed(tx, trial)) && (await listClosedHours(tx, trial, now))) return
  if (await tellClosed(tx, trial, now)) return
  await notify(tx, {
    receiverIds: [trial.coachId],
    senderId: null,
    category: 'invitation',
    title: '体验课还没有答复',
    content: `${await findNickname(tx, trial.playerId)} 想上 ${wishesText(trial)}，${atText(trial.expiresAt)} 前没有答复会自动退款`,
    about: aboutTrial(id),
  })
}

/** Reminds coaches once before the end of the time for their answer; payers too where every hour is closed. */
export async function remindOfTrials({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select({ id: trialLessons.id })
        .from(trialLessons)
        .where(and(isWaitingAt(now), lte(trialLessons.remindAt, now), gt(trialLessons.id, afterId)))
        .orderBy(asc(trialLessons.id))
        .limit(limit),
    each: ({ id }) => db.transaction((tx) => remind(tx, id, now)),
    what: 'reminder of a trial lesson',
    signal,
    onFault,
  })
}
