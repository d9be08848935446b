// The life of an alert: it is made, changed, ended, and used to book.
import * as api from '@paidang/api/areas/activities/vacancies'
import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import { alertFault, MAX_ALERTS, waitsFor } from '@paidang/domain/areas/activities/vacancies/alert'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { dayOf, toIsoDay, type Weekday } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { users } from '../../../tables/identities.ts'
import { vacancyAlerts } from '../../../tables/vacancies.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { PLAIN_TITLE } from '../balls/ball-form.ts'
import { createBall } from '../balls/create.ts'
import { enrollInBall } from '../balls/player-seats.ts'
import { checkBookingContext } from '../classes/booking-context.ts'
import { createByPlayer } from '../classes/create.ts'
import {
  type AlertRow,
  bitsOf,
  findVacancy,
  insertOffer,
  isOfferedNow,
  listWaiting,
  readAlerts,
  readPlace,
  timesOf,
} from './rows.ts'
import { expireAlerts } from './tell.ts'

type Viewer = { id: string; now: Date }

/** The alerts of a person come one after the other. Others who write about the person do not wait. */
const queueForPerson = (tx: Database, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')

/** @throws ApiError alert_not_found, also for another person's */
async function lockOwn(tx: Database, id: string, userId: string): Promise<AlertRow> {
  await queueForPerson(tx, userId)
  const own = and(eq(vacancyAlerts.id, id), eq(vacancyAlerts.userId, userId))
  const [alert] = await tx.select().from(vacancyAlerts).where(own).for('update')
  if (!alert) throw new ApiError('alert_not_found')
  return alert
}

/** @throws ApiError alert_booked (a press on another device was faster), alert_ended */
function assertWaiting({ state }: AlertRow): void {
  if (state !== 'WAITING') throw new ApiError(state === 'BOOKED' ? 'alert_booked' : 'alert_ended')
}

async function readOne(db: Database, id: string, now: Date): Promise<api.VacancyAlert> {
  const [alert] = await readAlerts(db, eq(vacancyAlerts.id, id), now)
  if (!alert) throw new ApiError('alert_not_found')
  return alert
}

type Wish = Received<typeof api.createVacancyAlert>['body']

/** The first court of an open venue. @throws ApiError venue_not_found */
async function firstCourtOf(tx: Database, stadiumId: string): Promise<number> {
  const [court] = await tx
    .select({ index: courts.courtIndex })
    .from(courts)
    .innerJoin(venues, and(eq(venues.id, courts.venueId), eq(venues.approveStatus, APPROVAL.APPROVED)))
    .where(eq(courts.venueId, stadiumId))
    .orderBy(asc(courts.courtIndex))
    .limit(1)
  if (!court) throw new ApiError('venue_not_found')
  return court.index
}

/** What is waited for. Fields that the kind does not need are left out. */
async function subjectOf(tx: Database, wish: Wish, { id: userId, now }: Viewer) {
  const { kind, coachId, courseId, stadiumId, sport } = wish
  const selectedCourt = stadiumId === undefined ? 0 : await firstCourtOf(tx, stadiumId)
  const nothing = { coachId: null, courseId: null, venueId: stadiumId ?? null, sport: null }
  if (kind === 'CLASS' && coachId !== undefined && courseId !== undefined && stadiumId !== undefined) {
    if (coachId === userId) throw new ApiError('invitation_with_oneself')
    const offer = { coachId, courseDesignId: courseId, stadiumId, selectedCourt }
    const { isUnavailable } = await checkBookingContext(tx, offer, { userId, now })
    if (isUnavailable) throw new ApiError('coach_unavailable')
    return { ...nothing, coachId, courseId }
  }
  if (kind === 'CLASS' || sport === undefined || (kind === 'COURT' && stadiumId === undefined))
    throw new ApiError('alert_subject_missing')
  return { ...nothing, sport }
}

/** A wish that something free meets already is told of it at once. */
async function create(tx: Database, wish: Wish, viewer: Viewer): Promise<string> {
  const { id: userId, now } = viewer
  await queueForPerson(tx, userId)
  await expireAlerts(tx, now, eq(vacancyAlerts.userId, userId))
  const { kind, beginTimeSlot, endTimeSlot } = wish
  const [firstDay, lastDay] = [toIsoDay(wish.firstDay), toIsoDay(wish.lastDay)]
  const length = kind === 'GAME' ? 1 : wish.length
  const times = { firstDay, lastDay, beginTimeSlot, endTimeSlot, length }
  const fault = alertFault({ ...times, weekdays: wish.weekdays as Weekday[] }, dayOf(now))
  if (fault) throw new ApiError(fault)
  const wanted = { userId, kind, ...(await subjectOf(tx, wish, viewer)), ...times, weekdays: bitsOf(wish.weekdays) }
  const waiting = await listWaiting(tx, userId)
  const same = waiting.find((row) =>
    Object.entries(wanted).every(([key, value]) => row[key as keyof AlertRow] === value),
  )
  if (same) return same.id
  const places = Array.from({ length: MAX_ALERTS }, (_, index) => index + 1)
  const place = places.find((one) => !waiting.some((row) => row.place === one))
  if (place === undefined) throw new ApiError('alerts_too_many')
  const [alert] = await tx
    .insert(vacancyAlerts)
    .values({ ...wanted, place, createdAt: now })
    .returning()
  if (!alert) throw new Error('insert returned no row')
  const found = await findVacancy(tx, alert, { now })
  if (found) await insertOffer(tx, alert, { ...found, now })
  return alert.id
}

/** The refusals of a booking by which a place is lost, and what its person reads of each. */
const LOST: Partial<Record<ErrorCode, api.VacancyLoss>> = {
  ball_full: 'vacancy_taken',
  slot_taken: 'vacancy_taken',
  slot_closed: 'vacancy_closed',
  ball_in_past: 'vacancy_past',
  ball_started: 'vacancy_past',
  invitation_in_past: 'vacancy_past',
  ball_not_found: 'vacancy_called_off',
  ball_settled: 'vacancy_called_off',
}

type Booking = Handled<typeof api.bookVacancy>
type Booked = { invitationId: string | null; ballId: string | null }

/** Levels and numbers of a game that is made for a court alone. Its initiator may change them. */
const PLAIN_GAME = {
  title: PLAIN_TITLE,
  matchType: 0,
  levelFrom: 1,
  levelTo: 7,
  genderRule: 'ANY',
  minPlayers: 2,
  maxPlayers: 4,
  feeMode: 'AA',
  courtFeeFen: 0,
  extrasFen: 0,
  isPublic: false,
} as const

/** Books the place of a body by the rules of its own call. */
async function take(tx: Database, alert: AlertRow, { body, user, now, ...call }: Booking): Promise<Booked> {
  const { ballId, beginTimeSlot, selectedCourt } = body
  if (alert.kind === 'GAME') {
    if (ballId === undefined) throw new ApiError('alert_place_unfit')
    await enrollInBall({ ...call, body: { id: ballId }, user, now, db: tx })
    return { invitationId: null, ballId }
  }
  const { coachId, courseId, venueId: stadiumId, sport, length } = alert
  if (body.day === undefined || beginTimeSlot === undefined || selectedCourt === undefined || stadiumId === null)
    throw new ApiError('alert_place_unfit')
  const day = toIsoDay(body.day)
  const span = { beginTimeSlot, endTimeSlot: beginTimeSlot + length }
  if (!waitsFor(timesOf(alert), { day, ...span })) throw new ApiError('alert_place_unfit')
  const at = { stadiumId, selectedCourt, ...span }
  if (coachId !== null && courseId !== null) {
    const wanted = { ...at, coachId, courseDesignId: courseId, courseDate: day }
    const { id } = await createByPlayer(tx, { body: wanted, actorId: user.id, now })
    return { invitationId: id, ballId: null }
  }
  if (sport === null) throw new ApiError('alert_place_unfit')
  const form = { ...PLAIN_GAME, ...at, sport, activityDate: day }
  return { invitationId: null, ballId: await createBall(tx, form, { user, now, app: call.app, prepared: new Map() }) }
}

/** What else is free for an alert whose place is lost. */
async function readNext(db: Database, alert: AlertRow, now: Date): Promise<api.VacancyLost> {
  const next = (await isOfferedNow(db, alert, now)) ? await findVacancy(db, alert, { now }) : undefined
  return { next: next ? await readPlace(db, alert, next, now) : null }
}

async function book(handled: Booking): Promise<Booked> {
  const { params, user, db, now } = handled
  let taken: AlertRow | undefined
  return db
    .transaction(async (tx) => {
      const alert = await lockOwn(tx, params.id, user.id)
      assertWaiting(alert)
      taken = alert
      const booked = await take(tx, alert, handled)
      await tx.update(vacancyAlerts).set({ state: 'BOOKED', endedAt: now }).where(eq(vacancyAlerts.id, alert.id))
      return booked
    })
    .catch(async (error: unknown) => {
      const loss = error instanceof ApiError && LOST[error.code]
      if (!taken || !loss) throw error
      throw new ApiError(loss, { data: await readNext(db, taken, now) })
    })
}

export default plugin([
  handle(api.createVacancyAlert, ({ body, user, db, now }) =>
    db.transaction(async (tx) => readOne(tx, await create(tx, body, { id: user.id, now }), now)),
  ),

  handle(api.myVacancyAlerts, ({ user, db, now }) => {
    const { userId, state, endedAt } = vacancyAlerts
    const isListed = or(eq(state, 'WAITING'), gt(endedAt, keptSince('vacancyAlerts', now)))
    return readAlerts(db, and(eq(userId, user.id), isListed), now)
  }),

  handle(api.extendVacancyAlert, ({ params, body, user, db, now }) =>
    db.transaction(async (tx) => {
      const alert = await lockOwn(tx, params.id, user.id)
      assertWaiting(alert)
      const lastDay = toIsoDay(body.lastDay)
      const fault = alertFault({ ...timesOf(alert), lastDay }, dayOf(now))
      if (fault) throw new ApiError(fault)
      await tx.update(vacancyAlerts).set({ lastDay }).where(eq(vacancyAlerts.id, alert.id))
      return readOne(tx, alert.id, now)
    }),
  ),

  handle(api.endVacancyAlert, ({ params, user, db, now }) =>
    db.transaction(async (tx) => {
      const alert = await lockOwn(tx, params.id, user.id)
      if (alert.state === 'WAITING')
        await tx.update(vacancyAlerts).set({ state: 'ENDED', endedAt: now }).where(eq(vacancyAlerts.id, alert.id))
      return readOne(tx, alert.id, now)
    }),
  ),

  handle(api.bookVacancy, book),
])
