import * as api from '@paidang/api/areas/activities/trial-lessons'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import {
  type TrialWish,
  trialAnswerTimes,
  trialHalfHours,
  trialPayUntil,
  trialStateAt,
  trialWishesFault,
  trialWishStart,
} from '@paidang/domain/areas/activities/trial-lessons/trial'
import { refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { type Day, dateAndWeekday } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { type HalfHour, timeOf } from '@paidang/domain/kernel/half-hour'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { and, asc, eq, gt, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertPricesSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { notify } from '../../ground/messages/notify.ts'
import {
  type CorrectableEffect,
  closeOrder,
  type OrderEffects,
  openOrder,
  shortenOrder,
} from '../../money/payments/order.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'
import { findNickname } from '../../people/relations/student-relations.ts'
import { assertMayApply } from '../student-requests/rows.ts'
import {
  findUsedTrial,
  isWaitingAt,
  listTrialChoices,
  presentTrial,
  selectTrials,
  type TrialRow,
  type Viewer,
} from './rows.ts'
import { aboutTrial, atText, findTrialOrder, lockTrial, lockTrialForStep, recordTrial, takeTrialStep } from './steps.ts'

const LISTED = 100

const wishText = ({ date, beginTimeSlot }: TrialWish) => `${dateAndWeekday(date)} ${timeOf(beginTimeSlot)}`
const wishesText = ({ wishes }: TrialRow) => wishes.map(wishText).join('、')

/** A coach finds what is paid. One who is blocked from its player finds nothing that waits. */
const isSeenBy = ({ id }: Viewer): SQL | undefined => {
  const isHidden = and(eq(trialLessons.state, 'PAID'), isBlockedBetween(trialLessons.coachId, trialLessons.playerId))
  const isOfCoach = and(inArray(trialLessons.state, ['UNPAID', 'CLOSED']), eq(trialLessons.coachId, id))
  return or(
    eq(trialLessons.playerId, id),
    and(eq(trialLessons.coachId, id), not(sql`(${isOfCoach})`), not(sql`(${isHidden})`)),
  )
}

/** @throws ApiError trial_not_found, also for who has no part in it */
export async function readTrial(db: Database, id: string, viewer: Viewer): Promise<api.TrialLesson> {
  const [row] = await selectTrials(db, and(eq(trialLessons.id, id), isSeenBy(viewer)))
  if (!row) throw new ApiError('trial_not_found')
  return presentTrial(row, viewer)
}

const byStart = (one: TrialWish, other: TrialWish) => trialWishStart(one).getTime() - trialWishStart(other).getTime()

type Asking = Omit<Received<typeof api.askTrial>['body'], 'words'> & { words: string }

/** What is asked for, if this coach offers it to this player at these venues. A coach who cannot be found is as none. */
async function offerOf(tx: Database, { coachId, courseId, wishes, priceFen }: Asking, { id: playerId, now }: Viewer) {
  await assertMayApply(tx, { coachId, playerId, now })
  const fault = trialWishesFault(wishes, now)
  if (fault) throw new ApiError(fault)
  const [course] = await tx
    .select({
      companyId: courses.companyId,
      courseName: courses.courseName,
      pricePerSession: courses.pricePerSession,
      sessionDuration: courses.sessionDuration,
      maxParticipants: courses.maxParticipants,
      isTrial: courses.isTrial,
    })
    .from(coachCourses)
    .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false), courses.isTrial))
    .innerJoin(companies, and(eq(companies.id, courses.companyId), isNull(companies.closedAt)))
    .where(and(eq(coachCourses.coachId, coachId), eq(coachCourses.courseId, courseId)))
  const venueIds = [...new Set(wishes.map(({ stadiumId }) => stadiumId))]
  const serves = and(
    eq(coachVenues.coachId, coachId),
    inArray(coachVenues.venueId, venueIds),
    eq(coachVenues.approveStatus, 1),
  )
  if (!course || (await tx.$count(coachVenues, serves)) < venueIds.length) throw new ApiError('trial_not_offered')
  if (course.pricePerSession !== priceFen)
    assertPricesSeen('courses', 'price_per_session', { repriced: [course], state: course })
  return course
}

/** @throws ApiError trial_time_taken (data: the hour), trial_time_past */
async function assertFree(tx: Database, asked: Parameters<typeof listTrialChoices>[1], now: Date): Promise<void> {
  for (const { date, beginTimeSlot, stadiumId, obstacle } of await listTrialChoices(tx, asked, now)) {
    if (obstacle === null) continue
    const data = { date, beginTimeSlot, stadiumId }
    const own = obstacle === 'PERSON' ? `您 ${wishText(data)} 已有安排，请重选` : undefined
    const message = obstacle === 'CLOSED' ? `场馆 ${wishText(data)} 闭馆，请重选` : own
    throw new ApiError('trial_time_taken', { data, ...(message && { message }) })
  }
}

const isSameWish = (one: TrialRow, { wishes, words }: Asking) =>
  one.words === words && wishes.map(wishText).join() === one.wishes.map(wishText).join()

/**
 * The unpaid one that a repeat goes on with, changed to what is asked for now. One with another coach, price or order
 * that is over is closed first, so that it does not stand in the way.
 *
 * @throws ApiError trial_used
 */
async function goOn(
  tx: Database,
  { id: usedId }: TrialRow,
  asking: Asking,
  { id: playerId, now, effects }: Viewer & { effects: OrderEffects },
): Promise<string | undefined> {
  const used = await lockTrial(tx, usedId)
  if (!used) throw new Error('a trial lesson vanished')
  if (trialStateAt(used, now) === 'EXPIRED') {
    await expire(tx, used.id, now)
    return undefined
  }
  if (used.state === 'UNPAID') {
    const { id: orderId, state, expiresAt } = await findTrialOrder(tx, used.id)
    const { coachId, courseId, wishes, words, priceFen } = asking
    const isSame = used.coachId === coachId && used.courseId === courseId && used.priceFen === priceFen
    if (isSame && state === 'UNPAID' && now < expiresAt) {
      if (isSameWish(used, asking)) return used.id
      await tx.update(trialLessons).set({ wishes, words }).where(eq(trialLessons.id, used.id))
      await recordTrial(tx, { trialId: used.id, step: 'CHANGE', actorId: playerId, now })
      await shortenOrder(tx, { orderId, until: trialPayUntil(wishes, now) })
      return used.id
    }
    await closeOrder(tx, { orderId, now, effects })
    if ((await lockTrial(tx, used.id))?.state === 'CLOSED') return undefined
  }
  const made = and(eq(invitations.trialId, used.id), eq(invitations.invitationStatus, 'COMPLETED'))
  const isOver = used.state === 'CANCELLED_LATE' || (await tx.$count(invitations, made)) > 0
  throw new ApiError('trial_used', isOver ? {} : { message: '您在这家俱乐部已经约了体验课' })
}

/** Runs under the lock of the player, so that their presses come one after the other. */
async function ask(tx: Database, asking: Asking, asker: Viewer & { effects: OrderEffects }): Promise<string> {
  const { id: playerId, now } = asker
  await lockPerson(tx, playerId)
  const { companyId, courseName, sessionDuration: minutes } = await offerOf(tx, asking, asker)
  const { coachId, courseId, wishes, words, priceFen } = asking
  const used = await findUsedTrial(tx, { playerId, companyId })
  const going = used && (await goOn(tx, used, asking, asker))
  await assertFree(tx, { coachId, playerId, minutes, wishes }, now)
  if (going) return going
  const asked = { coachId, playerId, companyId, courseId, courseName, priceFen, minutes, wishes, words }
  const [row] = await tx
    .insert(trialLessons)
    .values({ ...asked, createdAt: now })
    .returning({ id: trialLessons.id })
  if (!row) throw new Error('insert returned no row')
  await recordTrial(tx, { trialId: row.id, step: 'MADE', actorId: playerId, now })
  await openOrder(tx, {
    userId: playerId,
    kind: 'TRIAL',
    objectId: row.id,
    title: `${await findNickname(tx, coachId)} 的体验课`,
    lines: [{ label: courseName, quantity: 1, unitFen: priceFen }],
    expiresAt: trialPayUntil(wishes, now),
  })
  return row.id
}

type Asked = Record<'coachId' | 'wishes' | 'halfHours', SQL>

/** Whether an hour is left that is to come, at an open venue of the coach and on none of their days of leave. */
const hasHour = ({ coachId, wishes, halfHours }: Asked, now: Date, condition: SQL = sql`true`) => {
  const end = sql`wish."beginTimeSlot" + ${halfHours}`
  return sql<boolean>`exists (
    select 1 from jsonb_to_recordset(${wishes}) wish ("date" date, "beginTimeSlot" int, "stadiumId" bigint)
      join ${coachVenues} x on x.venue_id = wish."stadiumId" and x.coach_id = ${coachId} and x.approve_status = 1
      join ${venues} v on v.id = x.venue_id and v.approve_status = 1
        and v.first_start <= wish."beginTimeSlot" and ${end} <= v.last_start + 1
    where (wish."date" + wish."beginTimeSlot" * interval '30 minutes') at time zone 'Asia/Shanghai' > ${now}::timestamptz
      and not exists (select 1 from ${coachLeaves} l where l.coach_id = ${coachId} and l.cause = 'AWAY'
        and l.ended_at is null and wish."date" between l.first_day and l.last_day)
      and ${condition})`
}

/**
 * Whether the coach can still give it: account, course, venues or days may have gone while it waited for its money. An
 * hour is possible where its venue is open and has a court without a lock. What a class holds may come free again.
 */
async function isStillOffered(
  tx: Database,
  { coachId, courseId, minutes, wishes }: TrialRow,
  now: Date,
): Promise<boolean> {
  // Of an absence at this moment either this waits, or the absence finds what was paid and ends it.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, coachId)).for('share')
  const length = trialHalfHours(minutes)
  const hasCourt = sql`exists (select 1 from ${courts} c where c.venue_id = v.id and not exists (
    select 1 from ${slotClaims} k where k.kind = ${CLAIM_KIND.COURT} and k.resource_id = c.id and k.day = wish."date"
      and k.half_hour >= wish."beginTimeSlot" and k.half_hour < wish."beginTimeSlot" + ${length}::int
      and k.holder_kind = ${HOLDER_KIND.VENUE_LOCK}))`
  const asked = {
    coachId: sql`${coachId}::bigint`,
    wishes: sql`${JSON.stringify(wishes)}::jsonb`,
    halfHours: sql`${length}::int`,
  }
  const isPossible = hasHour(asked, now, hasCourt)
  const rows = await tx
    .select({ isSuspended: sql<boolean>`${isSuspended(coachId, now)}`, isPossible })
    .from(coachCourses)
    .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false)))
    .innerJoin(users, and(eq(users.id, coachCourses.coachId), isNull(users.closedAt)))
    .where(and(eq(coachCourses.coachId, coachId), eq(coachCourses.courseId, courseId)))
  return rows.length > 0 && rows.every((row) => !row.isSuspended && row.isPossible)
}

/** The effect of a paid or closed order. Money that comes when no wished hour is possible any more goes back. */
export const trialEffect: CorrectableEffect = {
  lock: lockTrial,
  async paid(tx, { objectId }, now) {
    const trial = await lockTrial(tx, objectId)
    if (trial?.state !== 'UNPAID') return 'refused'
    const { coachId, playerId, words, wishes } = trial
    const times = trialAnswerTimes(wishes, now)
    const isGone = !(await isStillOffered(tx, trial, now)) || (await readIsBlocked(tx, coachId, playerId))
    if (times.expiresAt <= now || isGone) {
      await takeTrialStep(tx, trial, 'CLOSE', { actorId: null, reason: '', now })
      return 'refused'
    }
    await takeTrialStep(tx, trial, 'PAY', { actorId: playerId, reason: '', now, change: times })
    await notify(tx, {
      receiverIds: [coachId],
      senderId: playerId,
      category: 'invitation',
      title: `${await findNickname(tx, playerId)} 约您上体验课`,
      content: `想上 ${wishesText(trial)}，请在 ${atText(times.expiresAt)} 前确认${words && `：${words}`}`,
      about: aboutTrial(trial.id),
    })
    return 'done'
  },
  async closed(tx, { objectId }, now) {
    const trial = await lockTrial(tx, objectId)
    if (trial?.state === 'UNPAID') await takeTrialStep(tx, trial, 'CLOSE', { actorId: null, reason: '', now })
  },
  async isUsed(db, { objectId }) {
    const [trial] = await db
      .select({ state: trialLessons.state })
      .from(trialLessons)
      .where(eq(trialLessons.id, objectId))
    return trial?.state !== 'PAID'
  },
  async takeBack(tx, order, { now }) {
    const trial = await lockTrial(tx, order.objectId)
    if (!trial || (await trialEffect.isUsed(tx, order, now))) return undefined
    const reason = CORRECTION_REASON
    await takeTrialStep(tx, trial, 'WITHDRAW', { actorId: null, reason, target: 'CORRECTION', now })
    await notify(tx, {
      receiverIds: [trial.coachId],
      senderId: null,
      category: 'classNotice',
      title: '体验课已撤回',
      content: `${wishesText(trial)} 的体验课申请没有付款：${reason}`,
      about: aboutTrial(trial.id),
    })
    return ''
  },
}

/** Gives the money back for what nobody answered in time. */
async function expire(tx: Database, id: string, now: Date): Promise<void> {
  const trial = await lockTrial(tx, id)
  if (trial?.state !== 'PAID' || trialStateAt(trial, now) !== 'EXPIRED') return
  const back = await takeTrialStep(tx, trial, 'EXPIRE', { actorId: null, reason: '教练没有答复体验课', now })
  const notice = { senderId: null, category: 'classNotice', title: '体验课申请已过期', about: aboutTrial(id) } as const
  const content = `教练暂时没有答复，${back}，可以看看同俱乐部的教练`
  await notify(tx, { ...notice, receiverIds: [trial.playerId], content })
  const ofCoach = `没有在 ${atText(trial.expiresAt ?? now)} 前答复，钱全额退给学员`
  await notify(tx, { ...notice, receiverIds: [trial.coachId], content: ofCoach })
}

type AwayDays = { coachId: string; firstDay: Day | null; lastDay: Day | null }

/** Ends what waits for a coach who is away at every wished hour, and gives the money back. */
export async function endTrialsAway(tx: Database, { coachId, firstDay, lastDay }: AwayDays, now: Date): Promise<void> {
  const isAllAway = sql`not exists (select 1 from jsonb_array_elements(${trialLessons.wishes}) wish
    where (wish ->> 'date')::date not between ${firstDay}::date and ${lastDay}::date)`
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
}

/**
 * Tells payer and coach of what waits that the venue closed for all its hours that are to come, and what they can do.
 * It goes on waiting, since courts may open early. @param closed what has just been closed
 */
export async function tellTrialsClosed(
  tx: Database,
  { venueId, day, begin, end }: { venueId: string; day: Day; begin: HalfHour; end: HalfHour },
  now: Date,
): Promise<void> {
  const isTouched = sql`exists (
    select 1 from jsonb_to_recordset(${trialLessons.wishes}) wish ("date" date, "beginTimeSlot" int, "stadiumId" bigint)
    where wish."stadiumId" = ${venueId} and wish."date" = ${day} and wish."beginTimeSlot" < ${end}
      and wish."beginTimeSlot" + ceil(${trialLessons.minutes} / 30.0) > ${begin})`
  const touched = await tx
    .select()
    .from(trialLessons)
    .where(and(isWaitingAt(now), isTouched))
    .orderBy(asc(trialLessons.id))
  for (const trial of touched) {
    const toCome = (await listTrialChoices(tx, trial, now)).filter(({ obstacle }) => obstacle !== 'PAST')
    if (toCome.some(({ obstacle }) => obstacle !== 'CLOSED')) continue
    const { method } = await findTrialOrder(tx, trial.id)
    const back = `¥${yuanOf(trial.priceFen)} 全额退回${refundTargetOf(method) === 'OFFLINE' ? '，到前台领取' : ''}`
    const hours = `${toCome.map(wishText).join('、')} 场馆闭馆`
    const title = '体验课想上的时间闭馆了'
    const notice = { senderId: null, category: 'classNotice', title, about: aboutTrial(trial.id) } as const
    const until = atText(trial.expiresAt ?? now)
    const ofPlayer = `${hours}。现在可以撤回，${back}，再约别的时间；场地也可能提前开放，${until} 前没有约成会自动全额退回`
    await notify(tx, { ...notice, receiverIds: [trial.playerId], content: ofPlayer })
    const ofCoach = `${hours}，现在约不了。场地可能提前开放；也可以拒绝，把钱退给学员，请对方再约。${until} 前没有约成会自动退回`
    await notify(tx, { ...notice, receiverIds: [trial.coachId], content: ofCoach })
  }
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
    each: ({ id }) => db.transaction((tx) => expire(tx, id, now)),
    what: 'trial lesson',
    signal,
    onFault,
  })
}

async function remind(tx: Database, id: string, now: Date): Promise<void> {
  const isDue = and(eq(trialLessons.id, id), isWaitingAt(now), lte(trialLessons.remindAt, now))
  const [trial] = await tx.update(trialLessons).set({ remindAt: null }).where(isDue).returning()
  if (!trial?.expiresAt) return
  await notify(tx, {
    receiverIds: [trial.coachId],
    senderId: null,
    category: 'invitation',
    title: '体验课还没有答复',
    content: `${await findNickname(tx, trial.playerId)} 想上 ${wishesText(trial)}，${atText(trial.expiresAt)} 前没有答复会自动退款`,
    about: aboutTrial(id),
  })
}

/** Reminds coaches once before the end of the time for their answer. */
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

/** The unpaid trial lesson that a new one would change. */
async function idOfUnpaid(db: Database, coachId: string, playerId: string): Promise<string | undefined> {
  const pair = and(eq(trialLessons.coachId, coachId), eq(trialLessons.playerId, playerId))
  const [row] = await db
    .select({ id: trialLessons.id })
    .from(trialLessons)
    .where(and(pair, eq(trialLessons.state, 'UNPAID')))
  return row?.id
}

/** The paid trial lessons that wait for a coach, the one that ends next first. */
export async function listReceivedTrials(db: Database, viewer: Viewer): Promise<api.TrialLesson[]> {
  const received = and(eq(trialLessons.coachId, viewer.id), isWaitingAt(viewer.now), isSeenBy(viewer))
  const rows = await selectTrials(db, received).orderBy(asc(trialLessons.expiresAt), asc(trialLessons.id)).limit(LISTED)
  return rows.map((row) => presentTrial(row, viewer))
}

export default plugin([
  handleReviewed(
    api.askTrial,
    {
      kind: 'trial',
      words: ({ body: { words = '' } }) => ({ words }),
      about: ({ body, db, user }) => idOfUnpaid(db, body.coachId, user.id),
    },
    async ({ body, db, user, now, app }, say) => {
      const asker = { id: user.id, now, effects: app.payments.effects }
      const wishes = [...body.wishes].sort(byStart)
      const id = await say(
        (tx, { words = '' }) => tx.transaction((inner) => ask(inner, { ...body, wishes, words }, asker)),
        (trialId) => trialId,
      )
      return readTrial(db, id, asker)
    },
  ),

  handle(api.receivedTrials, ({ user: { id }, db, now }) => listReceivedTrials(db, { id, now })),

  handle(api.askedTrials, async ({ user: { id }, db, now }) => {
    const asked = and(eq(trialLessons.playerId, id), isWaitingAt(now))
    const rows = await selectTrials(db, asked).orderBy(asc(trialLessons.expiresAt), asc(trialLessons.id))
    return rows.map((row) => presentTrial(row, { id, now }))
  }),

  handle(api.getTrial, ({ params: { id }, user, db, now }) => readTrial(db, id, { id: user.id, now })),

  handle(api.trialChoices, async ({ params: { id }, user, db, now }) => {
    const isOfCoach = and(eq(trialLessons.id, id), eq(trialLessons.coachId, user.id))
    const [row] = await selectTrials(db, and(isOfCoach, isSeenBy({ id: user.id, now })))
    if (!row) throw new ApiError('trial_not_found')
    return listTrialChoices(db, row.trial, now)
  }),

  handleReviewed(
    api.refuseTrial,
    {
      kind: 'trial',
      words: ({ body: { answer = '' } }) => ({ answer }),
      about: ({ params }) => params.id,
    },
    ({ params: { id }, user, now }, say) =>
      say((tx, { answer = '' }) => {
        const viewer = { id: user.id, now }
        return tx.transaction(async (inner) => {
          const { trial, isDone } = await lockTrialForStep(inner, id, 'REFUSE', viewer)
          // What the coach does not see any more ends by the clock.
          if (!isDone && (await readIsBlocked(inner, user.id, trial.playerId))) throw new ApiError('trial_not_found')
          if (!isDone) {
            const taking = { actorId: user.id, reason: '教练没有接受体验课', now, change: { answer } }
            const back = await takeTrialStep(inner, trial, 'REFUSE', taking)
            await notify(inner, {
              receiverIds: [trial.playerId],
              senderId: user.id,
              category: 'classNotice',
              title: '教练没有接受体验课',
              content: `${await findNickname(inner, user.id)} 这次上不了，${back}${answer && `：${answer}`}`,
              about: aboutTrial(id),
            })
          }
          return readTrial(inner, id, viewer)
        })
      }),
  ),

  handle(api.withdrawTrial, ({ params: { id }, user, db, now }) =>
    db.transaction(async (tx) => {
      const viewer = { id: user.id, now }
      const { trial, isDone } = await lockTrialForStep(tx, id, 'WITHDRAW', viewer)
      if (!isDone) {
        await takeTrialStep(tx, trial, 'WITHDRAW', { actorId: user.id, reason: '撤回体验课', now })
        await notify(tx, {
          receiverIds: [trial.coachId],
          senderId: user.id,
          category: 'classNotice',
          title: '体验课已撤回',
          content: `${await findNickname(tx, user.id)} 撤回了 ${wishesText(trial)} 的体验课申请，¥${yuanOf(trial.priceFen)} 已退`,
          about: aboutTrial(id),
        })
      }
      return readTrial(tx, id, viewer)
    }),
  ),
])
