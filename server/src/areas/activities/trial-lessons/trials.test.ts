import * as actions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { goAway } from '@paidang/api/areas/activities/coach-leaves'
import * as api from '@paidang/api/areas/activities/trial-lessons'
import { acceptTrial } from '@paidang/api/areas/activities/trial-lessons'
import { addToBlacklist } from '@paidang/api/areas/ground/blacklist'
import { getManagedOrder, queryOrders } from '@paidang/api/areas/money/admin-payments'
import { payOrder } from '@paidang/api/areas/money/payments'
import { setTakesStudents } from '@paidang/api/areas/people/profile'
import { takeVenueOff } from '@paidang/api/areas/places/admin-venues'
import { deleteCourse } from '@paidang/api/areas/places/companies'
import { leaveVenue } from '@paidang/api/areas/places/venues'
import { analyticsIncome, analyticsOverview } from '@paidang/api/areas/views/analytics'
import { getCoachPage, getCoursePage, listCoachPages } from '@paidang/api/areas/views/coach-pages'
import { searchAll } from '@paidang/api/areas/views/home'
import { AWAY_REASONS } from '@paidang/domain/areas/activities/coach-leaves/leave'
import type { TrialState } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { coachCourses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { trialLessonEvents, trialLessons } from '../../../tables/trial-lessons.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenCompany,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenue,
  givenVenueLock,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { race } from '../../../testing/race.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { settlePayment } from '../../money/payments/settle-payment.ts'
import { endPlacelessTrials, expireTrials, remindOfTrials } from './unanswered.ts'

const server = await startTestServer()
const { db, clock, signedInAs, asAdmin, asStaff } = server
const HOUR = 3_600_000
const PRICE = 16_800
const after = (ms: number) => clock.set(new Date(TEST_NOW.getTime() + ms))

/** A club with two coaches and a trial lesson of an hour, a venue with two courts, and a player with a card. */
async function givenTaster() {
  const { companyId, adminId } = await givenCompany(db)
  const coachId = await givenCoach(db, { companyId })
  const trial = { companyId, courseName: '体验课', pricePerSession: PRICE, maxParticipants: 1, isTrial: true }
  const courseId = await givenCourse(db, { ...trial, coachIds: [coachId, adminId] })
  const { venueId } = await givenVenue(db, { coachIds: [coachId, adminId] })
  const playerId = await givenPlayer(db)
  const { cardId } = await givenCard(db, { userId: playerId })
  return { companyId, coachId, colleagueId: adminId, courseId, venueId, playerId, cardId }
}
type Taster = Awaited<ReturnType<typeof givenTaster>>

const hour = ({ venueId: stadiumId }: Taster, beginTimeSlot = 20, date = '2026-05-03') => ({
  date,
  beginTimeSlot,
  stadiumId,
})
const ask = (scene: Taster, over: object = {}) =>
  signedInAs(scene.playerId)(api.askTrial, {
    body: {
      coachId: scene.coachId,
      courseId: scene.courseId,
      wishes: [hour(scene, 28), hour(scene, 36, '2026-05-04'), hour(scene, 20)],
      words: '零基础',
      priceFen: PRICE,
      ...over,
    },
  })
const pay = ({ playerId, cardId }: Taster, orderId: string | null) =>
  signedInAs(playerId)(payOrder, { body: { orderId: orderId ?? '', method: 'CARD', cardId } })
async function givenPaid(scene: Taster, over: object = {}) {
  const trial = await ask(scene, over)
  await pay(scene, trial.orderId)
  return trial
}
const accept = (scene: Taster, id: string, beginTimeSlot = 20, selectedCourt = 0) =>
  signedInAs(scene.coachId)(acceptTrial, { params: { id }, body: { ...hour(scene, beginTimeSlot), selectedCourt } })
const refuse = ({ coachId }: Taster, id: string) =>
  signedInAs(coachId)(api.refuseTrial, { params: { id }, body: { answer: '这周排满了' } })
const withdraw = ({ playerId }: Taster, id: string) =>
  signedInAs(playerId)(api.withdrawTrial, { params: { id }, body: {} })
const read = (actorId: string, id: string) => signedInAs(actorId)(api.getTrial, { params: { id } })
/** What a day's trial lessons are in the figures of the club: how many, their money, and what else counts. */
async function figuresOf({ companyId, colleagueId: userId, coachId }: Taster) {
  const day = { from: '2026-05-03', until: '2026-05-03' }
  const admin = asAdmin({ userId, companyId })
  const { figures } = await admin(analyticsOverview, { query: day })
  const { rows } = await admin(analyticsIncome, { params: { by: 'coach' }, query: { ...day, current: 1, rows: 9 } })
  const own = rows.filter(({ id }) => id === coachId).map((row) => [row.trials, row.trialFen, row.classes])
  const { classesHeld, classesCancelled, attendance } = figures
  return { figures: [figures.trials, figures.trialFen, classesHeld + classesCancelled + attendance.present], own }
}
const expireNow = () => runJob(server, expireTrials)
const backFen = async (orderId: string | null) =>
  (
    await db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, orderId ?? ''))
  ).map(({ amountFen }) => amountFen)
const ordersIn = async (trialState: TrialState) => {
  const query = { current: 1, rows: 9, trialState }
  return (await asStaff('operator')(queryOrders, { query })).rows.map(({ id }) => id)
}
const askedBy = async (userId: string) => (await signedInAs(userId)(api.askedTrials, {})).map(({ id }) => id)
const trail = async (id: string) =>
  (
    await db.select().from(trialLessonEvents).where(eq(trialLessonEvents.trialId, id)).orderBy(trialLessonEvents.id)
  ).map(({ step }) => step)
const titles = async (receiverId: string) =>
  (await db.select().from(messages).where(eq(messages.receiverId, receiverId)).orderBy(messages.id)).map((m) => m.title)

test('a player asks and pays, the coach confirms one hour, and it is a class like any other without hours', async () => {
  const scene = await givenTaster()
  const { playerId, coachId } = scene
  const page = () => signedInAs(playerId)(getCoachPage, { params: { id: coachId } })
  expect((await page()).trial).toMatchObject({ priceFen: PRICE, minutes: 60, isUsed: false, own: null })
  const asked = await ask(scene)
  expect(asked).toMatchObject({ state: 'UNPAID', mayWithdraw: false, expiresAt: null })
  // By time, whatever was pressed first.
  expect(asked.wishes.map(({ beginTimeSlot }) => beginTimeSlot)).toEqual([20, 28, 36])
  await expectRefusal(db, () => read(coachId, asked.id), { code: 'trial_not_found' })
  expect(await askedBy(playerId)).toEqual([])
  await pay(scene, asked.orderId)
  const expiresAt = new Date(TEST_NOW.getTime() + 12 * HOUR).toISOString()
  expect(await read(coachId, asked.id)).toMatchObject({ state: 'PAID', mayAnswer: true, orderId: null, expiresAt })
  expect(await signedInAs(coachId)(api.receivedTrials, {})).toMatchObject([{ id: asked.id, words: '零基础' }])
  expect(await askedBy(playerId)).toEqual([asked.id])
  expect(await askedBy(coachId)).toEqual([])
  const choices = await signedInAs(coachId)(api.trialChoices, { params: { id: asked.id } })
  expect(choices.map(({ obstacle, courts }) => [obstacle, courts.length])).toEqual([
    [null, 2],
    [null, 2],
    [null, 2],
  ])

  const { invitationId } = await accept(scene, asked.id, 28, 1)
  expect(await accept(scene, asked.id, 28, 1)).toMatchObject({ invitationId })
  // It is a class now, in the lists of classes.
  expect(await askedBy(playerId)).toEqual([])
  for (const [beginTimeSlot, selectedCourt] of [
    [20, 1],
    [28, 0],
  ])
    await expectRefusal(db, () => accept(scene, asked.id, beginTimeSlot, selectedCourt), {
      status: 409,
      code: 'trial_settled',
    })
  const { invitation } = await signedInAs(playerId)(classes.getFullInfo, { params: { id: invitationId ?? '' } })
  expect(invitation).toMatchObject({
    invitationStatus: 'CONFIRMED',
    trialId: asked.id,
    beginTimeSlot: 28,
    selectedCourt: 1,
  })
  expect(await trail(asked.id)).toEqual(['MADE', 'PAY', 'ACCEPT'])
  expect((await page()).trial).toMatchObject({ isUsed: true, own: { state: 'CONFIRMED', invitationId } })
  await expectRefusal(db, () => ask(scene), { code: 'trial_used' })
  await expectRefusal(db, () => ask({ ...scene, coachId: scene.colleagueId }), { code: 'trial_used' })
  const other = { a: invitationId ?? '', b: scene.colleagueId }
  await expectRefusal(db, () => signedInAs(playerId)(actions.changeCoach, { params: other, body: {} }), {
    code: 'trial_class_fixed',
  })

  clock.set(new Date('2026-05-03T15:30:00+08:00'))
  await signedInAs(coachId)(actions.finishInvitation, { params: { id: invitationId ?? '' }, body: {} })
  expect(await read(playerId, asked.id)).toMatchObject({ state: 'CONFIRMED' })
  expect(await backFen(asked.orderId)).toEqual([])
  expect(await figuresOf(scene)).toEqual({ figures: [1, PRICE, 0], own: [[1, PRICE, 0]] })
})

test('twenty presses are one order, twenty payments one payment, and twenty answers one class', async () => {
  const scene = await givenTaster()
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask(scene)))
  expect(new Set(asked.map(({ orderId }) => orderId)).size).toBe(1)
  const { id, orderId } = asked[0] ?? { id: '', orderId: '' }
  await Promise.all(Array.from({ length: 20 }, () => pay(scene, orderId)))
  const accepted = await Promise.all(Array.from({ length: 20 }, () => accept(scene, id)))
  expect(new Set(accepted.map(({ invitationId }) => invitationId)).size).toBe(1)
  expect(await db.$count(invitations, eq(invitations.trialId, id))).toBe(1)
  expect(await trail(id)).toEqual(['MADE', 'PAY', 'ACCEPT'])
})

test('other hours, words or another coach before the payment: one order stays to be paid', async () => {
  const scene = await givenTaster()
  const first = await ask(scene)
  const changed = await ask(scene, { wishes: [hour(scene, 30)], words: '改到下午' })
  expect(changed).toMatchObject({ id: first.id, orderId: first.orderId, words: '改到下午' })
  const other = await ask({ ...scene, coachId: scene.colleagueId })
  expect(other.id).not.toBe(first.id)
  expect(await read(scene.playerId, first.id)).toMatchObject({ state: 'CLOSED' })
  after(15 * 60_000)
  const again = await ask({ ...scene, coachId: scene.colleagueId })
  expect(again.id).not.toBe(other.id)
  expect(await db.$count(orders, sql`kind = 'TRIAL' and state = 'UNPAID' and user_id = ${scene.playerId}`)).toBe(1)
})

test.each(['refuse', 'withdraw', 'expire'] as const)(
  '%s: the money goes back whole and at once, and one may ask again',
  async (how) => {
    const scene = await givenTaster()
    const { id, orderId } = await givenPaid(scene)
    if (how === 'expire') {
      after(10 * HOUR - 1)
      expect(await runJob(server, remindOfTrials)).toEqual([])
      expect(await titles(scene.coachId)).toHaveLength(1)
      after(10 * HOUR)
      for (let run = 0; run < 2; run++) expect(await runJob(server, remindOfTrials)).toEqual([])
      expect((await titles(scene.coachId)).slice(1)).toEqual(['体验课还没有答复'])
      after(12 * HOUR - 1)
      expect(await expireNow()).toEqual([])
      expect(await read(scene.playerId, id)).toMatchObject({ state: 'PAID' })
      expect(await askedBy(scene.playerId)).toEqual([id])
      expect([await ordersIn('PAID'), await ordersIn('EXPIRED')]).toEqual([[orderId], []])
      after(12 * HOUR)
      expect(await askedBy(scene.playerId)).toEqual([])
      expect([await ordersIn('PAID'), await ordersIn('EXPIRED')]).toEqual([[], [orderId]])
      await expectRefusal(db, () => accept(scene, id), { code: 'trial_expired' })
      expect(await Promise.all([expireNow(), expireNow()])).toEqual([[], []])
    } else {
      for (let press = 0; press < 2; press++) await (how === 'refuse' ? refuse : withdraw)(scene, id)
    }
    const state = ({ refuse: 'REFUSED', withdraw: 'WITHDRAWN', expire: 'EXPIRED' } as const)[how]
    expect(await read(scene.playerId, id)).toMatchObject({ state, mayWithdraw: false })
    expect(await backFen(orderId)).toEqual([PRICE])
    // What an operator reads of it, and nothing of what the two wrote.
    expect(await ordersIn(state)).toEqual([orderId])
    const detail = await asStaff('operator')(getManagedOrder, { params: { id: orderId ?? '' } })
    expect(detail.trial).toMatchObject({ state, coach: { id: scene.coachId }, company: { id: scene.companyId } })
    expect(detail.trial?.events.map(({ step }) => step)).toEqual(['MADE', 'PAY', how.toUpperCase()])
    expect(JSON.stringify(detail)).not.toMatch(/零基础|排满/)
    await expectRefusal(db, () => accept(scene, id), { status: 409 })
    expect((await givenPaid(scene)).id).not.toBe(id)
  },
)

test('a list of coaches offers a trial lesson only to who may ask for one', async () => {
  const scene = await givenTaster()
  const { companyId, coachId, colleagueId, playerId } = scene
  const body = { current: 1, rows: 9, companyId, trialFirst: true }
  const offersTo = async (actorId: string) => {
    const { rows } = await signedInAs(actorId)(listCoachPages, { body })
    return new Map(rows.map(({ id, trialFrom }) => [id, trialFrom]))
  }
  const both = new Map([coachId, colleagueId].map((id) => [id, PRICE]))
  const none = new Map([coachId, colleagueId].map((id) => [id, null]))
  const isUsed = async () => (await signedInAs(playerId)(getCoursePage, { params: { id: scene.courseId } })).isTrialUsed
  const { id, orderId } = await ask(scene)
  expect([await offersTo(playerId), await isUsed()]).toEqual([both, false])
  await pay(scene, orderId)
  expect(await isUsed()).toBe(true)
  expect(await offersTo(playerId)).toEqual(none)
  expect(await offersTo(await givenPlayer(db))).toEqual(both)
  // Nobody books with themselves.
  expect(await offersTo(coachId)).toEqual(new Map([[colleagueId, PRICE]]))
  const [coach] = await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, coachId))
  const found = await signedInAs(playerId)(searchAll, { query: { keyword: coach?.nickname ?? '' } })
  expect(found.coaches.map(({ id: coachId, card }) => [coachId, card?.trialFrom])).toContainEqual([coachId, null])
  after(12 * HOUR)
  expect(await offersTo(playerId)).toEqual(both)
  clock.set(TEST_NOW)
  await accept(scene, id)
  expect(await offersTo(playerId)).toEqual(none)
  const student = await givenPlayer(db)
  await givenRelation(db, coachId, student)
  expect((await offersTo(student)).get(coachId)).toBeNull()
  await signedInAs(colleagueId)(setTakesStudents, { body: { takesStudents: false } })
  expect(await offersTo(student)).toEqual(none)
})

test('an answer, a withdrawal and the clock at once: one happens, and the money is where it belongs', async () => {
  for (let round = 0; round < 6; round++) {
    const scene = await givenTaster()
    clock.set(TEST_NOW)
    const { id } = await givenPaid(scene, { wishes: [hour(scene, 20 + round)] })
    if (round % 2) after(12 * HOUR - 1)
    const [one, other] = await race(
      db,
      [() => accept(scene, id, 20 + round), () => (round % 3 ? withdraw(scene, id) : refuse(scene, id))],
      round - 3,
    )
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('a held hour is nobody’s: the first to confirm has it, and the other coach’s player is told', async () => {
  const scene = await givenTaster()
  const rival = { ...scene, playerId: await givenPlayer(db) }
  rival.cardId = (await givenCard(db, { userId: rival.playerId })).cardId
  const [one, two] = [await givenPaid(scene), await givenPaid(rival)]
  await accept(scene, one.id)
  await expectRefusal(db, () => accept(rival, two.id), { code: 'trial_time_taken' })
  const [taken] = await signedInAs(scene.coachId)(api.trialChoices, { params: { id: two.id } })
  expect(taken).toMatchObject({ obstacle: 'COACH' })
  await accept(rival, two.id, 28)
  const third = { ...scene, playerId: await givenPlayer(db) }
  await expectRefusal(db, () => ask(third), { code: 'trial_time_taken', data: hour(scene, 20) })
  await expectRefusal(db, () => ask(third, { wishes: [hour(scene, 20, '2026-05-01')] }), { code: 'trial_time_past' })
  await expectRefusal(db, () => ask(third, { priceFen: 1 }), { code: 'revision_outdated' })
})

test('money that comes when every wished hour has begun goes back', async () => {
  const scene = await givenTaster()
  clock.set(new Date('2026-05-03T09:50:00+08:00'))
  const { id, orderId } = await ask(scene, { wishes: [hour(scene, 20)] })
  await signedInAs(scene.playerId)(payOrder, { body: { orderId: orderId ?? '', method: 'WECHAT', channel: 'NATIVE' } })
  const [begun] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId ?? ''))
  clock.set(new Date('2026-05-03T10:00:00+08:00'))
  const received = { transactionId: 'late', amountFen: PRICE, currency: 'CNY' }
  const { effects } = server.app.payments
  const late = { outTradeNo: begun?.outTradeNo ?? '', received, effects, now: clock.now() }
  await db.transaction((tx) => settlePayment(tx, late))
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'CLOSED' })
  expect(await backFen(orderId)).toEqual([PRICE])
})

test.each([
  ['the coach, late', 'coach', 1, 'CANCELLED', PRICE],
  ['the player, to the moment of the free limit', 'player', 24, 'CANCELLED', PRICE],
  ['the player, a moment later', 'player', 24 - 1 / HOUR, 'CANCELLED_LATE', PRICE / 2],
] as const)('cancelled by %s', async (_case, by, hoursBefore, state, fen) => {
  const scene = await givenTaster()
  const { id, orderId } = await givenPaid(scene)
  const { invitationId } = await accept(scene, id)
  const params = { id: invitationId ?? '' }
  clock.set(new Date(new Date('2026-05-03T10:00:00+08:00').getTime() - hoursBefore * HOUR))
  const player = signedInAs(scene.playerId)
  const lostFen = PRICE - fen
  if (by === 'player') {
    const { reqUser, trialMoney } = await player(classes.getFullInfo, { params })
    expect(reqUser.cancellation).toMatchObject({ lostFen, lostSessions: 0 })
    expect(trialMoney).toBeUndefined()
    if (lostFen > 0)
      await expectRefusal(db, () => player(actions.cancelByPlayer, { params, body: { lostFen: 0 } }), {
        code: 'revision_outdated',
      })
    await player(actions.cancelByPlayer, { params, body: { lostFen } })
  } else await signedInAs(scene.coachId)(actions.cancelByCoach, { params, body: {} })
  expect(await read(scene.playerId, id)).toMatchObject({ state })
  expect(await backFen(orderId)).toEqual([fen])
  const moneyFor = async (actorId: string) => (await signedInAs(actorId)(classes.getFullInfo, { params })).trialMoney
  const sums = { priceFen: PRICE, refundedFen: fen }
  const back = { amountFen: fen, target: 'CARD', state: 'DONE' }
  expect(await moneyFor(scene.playerId)).toEqual({ ...sums, orderId, refunds: [back] })
  expect(await moneyFor(scene.coachId)).toEqual({ ...sums, orderId: null, refunds: [] })
  // How the money goes back is told to its payer alone.
  const told = and(
    eq(messages.title, '约课已取消'),
    eq(messages.receiverId, by === 'player' ? scene.coachId : scene.playerId),
  )
  const [news] = await db.select().from(messages).where(told)
  expect(news?.content.includes('¥')).toBe(by === 'coach')
  const isFree = state === 'CANCELLED'
  expect(await figuresOf(scene)).toEqual({ figures: [0, lostFen, 0], own: isFree ? [] : [[0, lostFen, 0]] })
  clock.set(TEST_NOW)
  const { trial } = await player(getCoachPage, { params: { id: scene.coachId } })
  expect(trial).toMatchObject({ isUsed: !isFree, own: null })
  if (isFree) expect((await ask(scene)).state).toBe('UNPAID')
  else await expectRefusal(db, () => ask(scene), { code: 'trial_used', message: '您在这家俱乐部已经上过体验课' })
})

test('while one waits its course stays with its coach; one whose offer went all the same is not paid for', async () => {
  const scene = await givenTaster()
  const repriced = ask(scene, { priceFen: PRICE - 100 })
  await expect(repriced).rejects.toMatchObject({ message: '价格已改为 ¥168，请核对后再操作' })
  const remove = () => signedInAs(scene.colleagueId)(deleteCourse, { params: { id: scene.courseId }, query: {} })
  const { id, orderId } = await ask(scene)
  await expectRefusal(db, remove, { code: 'classes_unfinished' })
  await db.delete(coachCourses).where(eq(coachCourses.coachId, scene.coachId))
  await pay(scene, orderId)
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'CLOSED' })
  expect(await backFen(orderId)).toEqual([PRICE])
  await remove()
})

test('a coach whom the player blocks meanwhile neither sees nor answers it; the clock gives the money back', async () => {
  const scene = await givenTaster()
  const { id } = await givenPaid(scene)
  await signedInAs(scene.playerId)(addToBlacklist, { params: { id: scene.coachId } })
  await expectRefusal(db, () => refuse(scene, id), { code: 'trial_not_found' })
  await expectRefusal(db, () => accept(scene, id), { code: 'trial_not_found' })
  after(12 * HOUR)
  await expireNow()
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'EXPIRED' })
})

test('an absence over every wished hour ends what waits, and the money goes back; a confirmed one is told of its money', async () => {
  const scene = await givenTaster()
  const { id, orderId } = await givenPaid(scene)
  const other = await givenTaster()
  const kept = await givenPaid(other)
  const taught = await givenTaster()
  await accept(taught, (await givenPaid(taught)).id)
  const away = ({ coachId }: Taster, lastDay: string) =>
    signedInAs(coachId)(goAway, { body: { firstDay: '2026-05-03', lastDay, reason: 'INJURY' } })
  await away(scene, '2026-05-05')
  await away(other, '2026-05-03')
  await away(taught, '2026-05-03')
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'REFUSED' })
  expect(await backFen(orderId)).toEqual([PRICE])
  expect(await titles(scene.playerId)).toContain('教练休假，体验课申请已结束')
  expect(await read(other.playerId, kept.id)).toMatchObject({ state: 'PAID' })
  const texts = (await db.select().from(messages).where(eq(messages.receiverId, taught.playerId))).map((m) => m.content)
  expect(texts).toContainEqual(expect.stringMatching(/^您有 1 节体验课。.*¥168 原路退回/))
})

test.each([
  [
    'its coach is on leave',
    async ({ coachId }: Taster) => {
      const body = { firstDay: '2026-05-03', lastDay: '2026-05-05', reason: 'INJURY' as const }
      await signedInAs(coachId)(goAway, { body })
    },
  ],
  [
    'its venue is gone',
    ({ venueId }: Taster) => db.update(venues).set({ approveStatus: 2 }).where(eq(venues.id, venueId)),
  ],
  [
    'its coach does not teach there any more',
    ({ venueId }: Taster) => db.delete(coachVenues).where(eq(coachVenues.venueId, venueId)),
  ],
  [
    'its venue is closed',
    async ({ venueId }: Taster) => {
      for (const { id: courtId } of await db.select().from(courts).where(eq(courts.venueId, venueId))) {
        for (const [day, beginTimeSlot] of [
          ['2026-05-03', 20],
          ['2026-05-03', 28],
          ['2026-05-04', 37],
        ] as const)
          await givenVenueLock(db, { courtId, day, beginTimeSlot, endTimeSlot: beginTimeSlot + 1 })
      }
    },
  ],
])('where %s for all wished hours before it is paid, its money goes back at once', async (_case, end) => {
  const scene = await givenTaster()
  const { id, orderId } = await ask(scene)
  await end(scene)
  await pay(scene, orderId)
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'CLOSED' })
  expect(await backFen(orderId)).toEqual([PRICE])
  expect(await titles(scene.coachId)).not.toContain(expect.stringContaining('约您上体验课'))
})

test('while one wished hour is possible, or held by a class that may come free, it is paid and waits', async () => {
  const scene = await givenTaster()
  const { id, orderId } = await ask(scene)
  const body = { firstDay: '2026-05-03', lastDay: '2026-05-03', reason: 'INJURY' as const }
  await signedInAs(scene.coachId)(goAway, { body })
  const [free, locked] = await db.select().from(courts).where(eq(courts.venueId, scene.venueId))
  const day = { day: '2026-05-04', beginTimeSlot: 36, endTimeSlot: 38 }
  await givenVenueLock(db, { courtId: locked?.id ?? '', ...day })
  const booked = await givenScene(db)
  const place = { venueId: scene.venueId, courtIds: [free?.id ?? ''] }
  await db.insert(coachVenues).values({ coachId: booked.coachId, venueId: scene.venueId, approveStatus: 1 })
  await givenInvitation(db, { scene: { ...booked, ...place }, courseDate: day.day, beginTimeSlot: 36 })
  await pay(scene, orderId)
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'PAID' })
})

test('what is paid waits no more once its venue closed for good, or its coach left it; a lock changes nothing', async () => {
  const endNow = () => runJob(server, endPlacelessTrials)
  const [closed, left, locked] = [await givenTaster(), await givenTaster(), await givenTaster()]
  const [ofClosed, ofLeft, ofLocked] = [await givenPaid(closed), await givenPaid(left), await givenPaid(locked)]
  for (const { id: courtId } of await db.select().from(courts).where(eq(courts.venueId, locked.venueId)))
    for (const [day, beginTimeSlot] of [
      ['2026-05-03', 20],
      ['2026-05-03', 28],
      ['2026-05-04', 36],
    ] as const)
      await givenVenueLock(db, { courtId, day, beginTimeSlot, endTimeSlot: beginTimeSlot + 2 })
  expect(await endNow()).toEqual([])
  expect(await backFen(ofClosed.orderId)).toEqual([])
  await asStaff('operator')(takeVenueOff, { params: { id: closed.venueId }, body: { reason: '拆除', revision: 0 } })
  // The coach alone cannot leave while it waits.
  const leaving = signedInAs(left.coachId)(leaveVenue, { params: { stadiumId: left.venueId } })
  await expect(leaving).rejects.toMatchObject({ code: 'classes_unfinished' })
  await db.delete(coachVenues).where(eq(coachVenues.venueId, left.venueId))
  // A second run finds nothing.
  for (const _ of [1, 2]) expect(await endNow()).toEqual([])
  for (const [scene, { id, orderId }] of [
    [closed, ofClosed],
    [left, ofLeft],
  ] as const) {
    expect(await read(scene.playerId, id)).toMatchObject({ state: 'REFUSED', answer: '' })
    expect(await backFen(orderId)).toEqual([PRICE])
    expect(await trail(id)).toEqual(['MADE', 'PAY', 'REFUSE'])
    for (const person of [scene.playerId, scene.coachId])
      expect(await titles(person)).toContain('体验课上不了，申请已结束')
    expect((await askedBy(scene.playerId)).length).toBe(0)
  }
  expect(await read(locked.playerId, ofLocked.id)).toMatchObject({ state: 'PAID' })
})

test('one hour at a venue that is open is enough to wait for, until it is over', async () => {
  const scene = await givenTaster()
  const other = await givenVenue(db, { coachIds: [scene.coachId] })
  const wishes = [hour(scene, 28), hour({ ...scene, venueId: other.venueId }, 20)]
  const { id, orderId } = await givenPaid(scene, { wishes })
  await db.delete(coachVenues).where(eq(coachVenues.venueId, scene.venueId))
  await runJob(server, endPlacelessTrials)
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'PAID' })
  // One hour has no venue and the other is on a day of leave: neither alone would end it.
  const days = { firstDay: '2026-05-03', lastDay: '2026-05-03', reason: AWAY_REASONS[0], madeBy: scene.coachId }
  await db.insert(coachLeaves).values({ coachId: scene.coachId, cause: 'AWAY', ...days, createdAt: TEST_NOW })
  await runJob(server, endPlacelessTrials)
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'REFUSED' })
  expect(await backFen(orderId)).toEqual([PRICE])
})

test.each([-8, -4, 0, 4, 8])(
  'of an absence and a payment at once no money waits, %d steps apart',
  async (headStart) => {
    const scene = await givenTaster()
    const { id, orderId } = await ask(scene)
    const body = { firstDay: '2026-05-03', lastDay: '2026-05-05', reason: 'INJURY' as const }
    await race(db, [() => pay(scene, orderId), () => signedInAs(scene.coachId)(goAway, { body })], headStart)
    expect((await read(scene.playerId, id)).state).toMatch(/CLOSED|REFUSED/)
    expect(await backFen(orderId)).toEqual([PRICE])
  },
)

test('who has one is told whether it is to come or is over', async () => {
  const scene = await givenTaster()
  await givenPaid(scene)
  const again = () => ask(scene, { wishes: [hour(scene, 30)] })
  await expectRefusal(db, again, { code: 'trial_used', message: '您在这家俱乐部已经约了体验课' })
})

test('who is on leave has the money back', async () => {
  const scene = await givenTaster()
  const { id, orderId } = await givenPaid(scene)
  const params = { id: (await accept(scene, id)).invitationId ?? '' }
  clock.set(new Date('2026-05-03T11:00:00+08:00'))
  const coach = signedInAs(scene.coachId)
  const attendances = [{ userId: scene.playerId, attendance: 'leave' as const }]
  await coach(actions.signInvitation, { params, body: { attendances } })
  await coach(actions.finishInvitation, { params, body: {} })
  expect(await backFen(orderId)).toEqual([PRICE])
  expect(await read(scene.playerId, id)).toMatchObject({ state: 'CANCELLED' })
  expect(await figuresOf(scene)).toEqual({ figures: [0, 0, 0], own: [] })
})

test('whether a course, a coach or a player has one that waits, and a rare state, is read without history', async () => {
  const scene = await givenTaster()
  const { companyId, coachId, courseId, playerId } = scene
  const ended = {
    companyId,
    courseName: '体验课',
    priceFen: PRICE,
    minutes: 60,
    wishes: [hour(scene)],
    endedAt: TEST_NOW,
  }
  const row = { ...ended, state: 'CLOSED' as const, coachId, courseId, playerId, createdAt: TEST_NOW }
  const plans: string[] = []
  const reading = db.transaction(async (tx) => {
    for (let at = 0; at < 10; at++) await tx.insert(trialLessons).values(Array.from({ length: 300 }, () => row))
    await tx.execute(sql`analyze trial_lessons`)
    for (const isOwn of [sql`course_id = ${courseId}`, sql`coach_id = ${coachId}`, sql`player_id = ${playerId}`]) {
      const waits = sql`state in ('UNPAID', 'PAID') and ${isOwn}`
      const { rows } = await tx.execute(sql`explain select id from trial_lessons where ${waits} limit 1`)
      plans.push(JSON.stringify(rows))
    }
    const { rows } = await tx.execute(sql`explain select id from trial_lessons where state = 'REFUSED'`)
    plans.push(JSON.stringify(rows))
    tx.rollback()
  })
  await expect(reading).rejects.toThrow()
  const names = ['open_of_', 'open_of_', 'open_of_', 'by_state']
  expect(plans).toEqual(names.map((name) => expect.stringContaining(`trial_lessons_${name}`)))
})
