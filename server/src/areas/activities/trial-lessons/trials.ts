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
import { yuanOf } from '@paidang/domain/kernel/fen'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { and, asc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertPricesSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import { coachVenues, courts } from '../../../tables/venues.ts'
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
  hasHour,
  isWaitingAt,
  listTrialChoices,
  presentTrial,
  selectTrials,
  type TrialRow,
  type Viewer,
} from './rows.ts'
import {
  aboutTrial,
  atText,
  findTrialOrder,
  lockTrial,
  lockTrialForStep,
  recordTrial,
  takeTrialStep,
  wishesText,
  wishText,
} from './steps.ts'
import { expireTrial } from './unanswered.ts'

const LISTED = 100

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
    await expireTrial(tx, used.id, now)
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
