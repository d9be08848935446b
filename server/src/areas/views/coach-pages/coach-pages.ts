import * as api from '@paidang/api/areas/views/coach-pages'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { TieToCoach } from '@paidang/domain/areas/activities/student-requests/request'
import { DAY_PARTS, STARTS_A_DAY } from '@paidang/domain/areas/views/coach-pages/free-starts'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { DATE_WINDOW_DAYS, type Day, toIsoDay } from '@paidang/domain/kernel/day'
import { type HalfHour, MINUTES_PER_HALF_HOUR } from '@paidang/domain/kernel/half-hour'
import { and, asc, desc, eq, inArray, isNull, lte, min, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { coachVenues, courts, venues } from '../../../tables/venues.ts'
import { findOpenRequest, readAsksAgainFrom } from '../../activities/student-requests/rows.ts'
import { isTrialUsed, readOwnTrial } from '../../activities/trial-lessons/rows.ts'
import { hasBlacklisted } from '../../ground/blacklist/read-blocked.ts'
import { levelIsUnsaid } from '../../people/profile/levels.ts'
import { isStudentOf } from '../../people/relations/student-relations.ts'
import { canBeginAt, readFreeDays, type Teaching } from './free-days.ts'

const DAYS_SHOWN = 3
/** How many days a list looks ahead for the next free time. */
const DAYS_LISTED = 7
const EARTH_DIAMETER_KM = 12_742
const YEAR_MS = 365.25 * 86_400_000

type Point = { latitude: number; longitude: number }

/** The great-circle distance between a venue and a point, in kilometres. Null for a venue without coordinates. */
const distanceTo = ({ latitude, longitude }: Point) => sql<number | null>`case
  when ${venues.latitude} is not null and ${venues.longitude} is not null
  then ${sql.raw(String(EARTH_DIAMETER_KM))} * asin(sqrt(least(1,
    pow(sin(radians(${venues.latitude} - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(${venues.latitude}))
      * pow(sin(radians(${venues.longitude} - ${longitude}::float8) / 2), 2)))) end`

/** A coach who can be found: verified or not, but neither closed nor suspended. */
const isFound = (now: Date) =>
  and(ne(users.userType, USER_TYPES.PLAYER), isNull(users.closedAt), not(isSuspended(sql`${users}.id`, now)))

const publicFields = {
  id: users.id,
  nickname: users.nickname,
  avatar: users.avatar,
  level: users.level,
  levelIsUnsaid,
  isVerified: sql<boolean>`${users.verified} = 1`,
  likesCount: users.likesCount,
  takesStudents: users.takesStudents,
}

/** The clubs of a coach by name, without one-person companies. */
const clubs = sql<string[]>`array(
  select c.company_name from ${companyMembers} m join ${companies} c on c.id = m.company_id and c.closed_at is null
  where m.user_id = ${users}.id and not c.is_person order by c.id)`

/** The courses that coaches teach for open companies. */
function selectTaught(db: Database) {
  return db
    .select({
      id: courses.id,
      courseName: courses.courseName,
      companyId: companies.id,
      companyName: companies.companyName,
      pricePerSession: courses.pricePerSession,
      sessionDuration: courses.sessionDuration,
      maxParticipants: courses.maxParticipants,
      isTrial: courses.isTrial,
      freeCancelHours: companies.freeCancelHours,
    })
    .from(coachCourses)
    .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false)))
    .innerJoin(companies, and(eq(companies.id, courses.companyId), isNull(companies.closedAt)))
    .$dynamic()
}

const isTaughtAt = and(eq(coachVenues.approveStatus, APPROVAL.APPROVED), eq(venues.approveStatus, APPROVAL.APPROVED))

/** The order of a coach's venues: a free start names the first that has a court. */
const BY_NAME = [sql`${venues.name} collate "zh-x-icu"`, asc(venues.id)]

const halfHoursOf = (minutes: number) => Math.max(1, Math.ceil(minutes / MINUTES_PER_HALF_HOUR))

type Filters = Omit<Handled<typeof api.listCoachPages>['body'], 'current' | 'rows' | 'trialFirst'> & {
  /** These coaches alone. */
  ids?: readonly string[]
}

/** The conditions on the courses of a card. */
const isOffered = ({ ids, commonCourseId, courseId, companyId }: Filters, hasTrials: boolean) =>
  and(
    ids && inArray(coachCourses.coachId, [...ids]),
    // A course that is named may be a trial lesson, whatever else is offered.
    hasTrials || courseId !== undefined ? undefined : not(courses.isTrial),
    commonCourseId === undefined ? undefined : eq(courses.commonCourseId, commonCourseId),
    courseId === undefined ? undefined : eq(courses.id, courseId),
    companyId === undefined ? undefined : eq(courses.companyId, companyId),
  )

/** Who reads the cards, and when. A guest has no id. */
type Reader = { readerId: string | undefined; hasTrials: boolean; now: Date }

/** The price of a coach's trial lesson for who may ask for one: a coach who takes nobody new, one's own and oneself give none. */
function trialFromOf(trialFrom: SQL | SQL.Aliased, readerId: string | undefined) {
  const isTheirs = readerId
    ? sql`${users.id} <> ${readerId} and ${users.id} <> all(array(
        select known.coach_id from ${studentRelations} known where known.player_id = ${readerId}))`
    : sql`true`
  return sql<number | null>`case when ${users.takesStudents} and ${isTheirs} then ${trialFrom} end`
}

/**
 * Coaches who teach a course at a venue, with their lowest price and their nearest venue. Both are read for all coaches
 * at once, since the count of the list needs them all.
 */
function selectCards(db: Database, filters: Filters, { hasTrials, now, readerId }: Reader) {
  const { ids, near, stadiumId, on, priceTo } = filters
  const { pricePerSession, isTrial } = courses
  // Who gives trial lessons alone is found too.
  const priceFrom = sql<number>`coalesce(min(${pricePerSession}) filter (where not ${isTrial}), min(${pricePerSession}))`
  const isUsed = readerId ? isTrialUsed({ playerId: readerId, companyId: sql`${companies.id}` }, now) : sql`false`
  const offer = db.$with('offer').as(
    db
      .select({
        coachId: coachCourses.coachId,
        priceFrom: priceFrom.as('price_from'),
        trialFrom: sql<number | null>`min(${pricePerSession}) filter (where ${isTrial} and not ${isUsed})`.as(
          'trial_from',
        ),
        minutes: min(courses.sessionDuration).as('minutes'),
      })
      .from(coachCourses)
      .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false)))
      .innerJoin(companies, and(eq(companies.id, courses.companyId), isNull(companies.closedAt)))
      .where(isOffered(filters, hasTrials))
      .groupBy(coachCourses.coachId)
      .having(priceTo === undefined ? undefined : lte(priceFrom, priceTo)),
  )
  const km = near ? distanceTo(near) : sql<number | null>`null::float8`
  const place = db
    .selectDistinctOn([coachVenues.coachId], {
      coachId: coachVenues.coachId,
      id: venues.id,
      name: venues.name,
      district: venues.district,
      km: km.as('km'),
    })
    .from(coachVenues)
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .innerJoin(offer, eq(offer.coachId, coachVenues.coachId))
    .where(
      and(
        isTaughtAt,
        ids && inArray(coachVenues.coachId, [...ids]),
        stadiumId === undefined ? undefined : eq(venues.id, stadiumId),
        on && canBeginAt(on, now, { coachId: sql`${coachVenues.coachId}`, minutes: sql`${offer.minutes}` }),
      ),
    )
    .orderBy(coachVenues.coachId, sql`km nulls last`, venues.id)
    .as('place')
  return db
    .with(offer)
    .select({
      ...publicFields,
      sport: users.sport,
      clubs,
      priceFrom: offer.priceFrom,
      trialFrom: trialFromOf(offer.trialFrom, readerId),
      minutes: offer.minutes,
      venue: { id: place.id, name: place.name, district: place.district },
      km: place.km,
    })
    .from(users)
    .innerJoin(offer, eq(offer.coachId, users.id))
    .innerJoin(place, eq(place.coachId, users.id))
    .$dynamic()
}

type Card = Awaited<ReturnType<typeof selectCards>>[number]

/** The cards with their next free times: at the venue that the card names, within `on` if it is given. */
async function withStarts(
  db: Database,
  cards: readonly Card[],
  { on, now }: Pick<Filters, 'on'> & { now: Date },
): Promise<api.CoachCard[]> {
  const teaching = cards.map(({ id, venue, minutes }) => ({
    id,
    venueIds: [venue.id],
    length: halfHoursOf(Number(minutes)),
  }))
  const free = await readFreeDays(db, teaching, { days: DAYS_LISTED, most: STARTS_A_DAY, now, on })
  return cards.map(({ clubs, priceFrom, trialFrom, minutes: _length, km, ...coach }) => ({
    ...coach,
    club: clubs[0] ?? null,
    priceFrom: Number(priceFrom),
    trialFrom: trialFrom === null ? null : Number(trialFrom),
    distanceKm: km === null ? null : Math.round(km * 10) / 10,
    starts: (free.get(coach.id) ?? [])
      .flatMap(({ date, starts }) => starts.map((start) => ({ date, ...start })))
      .slice(0, STARTS_A_DAY),
  }))
}

async function listCards({ body, user, db, now, app }: Handled<typeof api.listCoachPages>) {
  const { current, rows, trialFirst, ...wanted } = body
  const on = wanted.on && { ...wanted.on, date: toIsoDay(wanted.on.date) }
  const filters = { ...wanted, on }
  const { near, sport } = filters
  // Nobody books a class with themselves.
  const isShown = user ? and(ne(users.id, user.id), not(isBlockedBetween(users.id, user.id))) : undefined
  const nearest: SQL[] = near ? [sql`place.km nulls last`] : []
  const reader = { readerId: user?.id, hasTrials: app.features.trialLessons, now }
  const withTrial = trialFirst ? [sql`${trialFromOf(sql`offer.trial_from`, user?.id)} is null`] : []
  const page = await pageOf(db, selectCards(db, filters, reader), {
    where: and(isFound(now), isShown, sport && or(eq(users.sport, sport), isNull(users.sport))),
    order: [...withTrial, ...nearest, desc(users.likesCount), asc(users.id)],
    query: { current, rows },
    present: (row) => row,
  })
  return { total: page.total, rows: await withStarts(db, page.rows, { on, now }) }
}

/** The cards of these coaches, by id. Who teaches no course at a venue has none. */
export async function readCoachCards(
  db: Database,
  ids: readonly string[],
  reader: Reader,
): Promise<Map<string, api.CoachCard>> {
  const cards = ids.length === 0 ? [] : await selectCards(db, { ids }, reader)
  return new Map((await withStarts(db, cards, reader)).map((card) => [card.id, card]))
}

/** The years at the application count on since then. */
async function readYears(db: Database, coachId: string, now: Date): Promise<number | null> {
  const approved = and(eq(coachApplications.userId, coachId), eq(coachApplications.approveStatus, APPROVAL.APPROVED))
  const { yearsTeaching, createdAt } = coachApplications
  const [row] = await db
    .select({ yearsTeaching, createdAt })
    .from(coachApplications)
    .where(approved)
    .orderBy(desc(coachApplications.id))
    .limit(1)
  return row ? row.yearsTeaching + Math.floor((now.getTime() - row.createdAt.getTime()) / YEAR_MS) : null
}

/** A coach who has blocked the caller is nobody to them. Source: decision record 018 */
async function tieOf(db: Database, coachId: string, actorId: string | undefined): Promise<TieToCoach> {
  if (actorId === undefined) return 'GUEST'
  if (actorId === coachId) return 'SELF'
  if (await hasBlacklisted(db, coachId, actorId)) throw new ApiError('coach_not_found')
  if (await hasBlacklisted(db, actorId, coachId)) return 'BLOCKED'
  return (await isStudentOf(db, { coachId, playerId: actorId })) ? 'STUDENT' : 'NONE'
}

async function readOpenRequest(db: Database, pair: { coachId: string; playerId: string; now: Date }) {
  const open = await findOpenRequest(db, pair)
  return (
    open && {
      id: open.id,
      course: open.course,
      freeTimes: open.freeTimes,
      words: open.words,
      expiresAt: open.expiresAt,
    }
  )
}

/** A start that the reader chose in a list. */
type Asked = { date?: Day; beginTimeSlot?: HalfHour; stadiumId?: string }

/** The next days with free starts; the asked start is among them where it is free. */
async function readShownDays(
  db: Database,
  teaching: Teaching,
  { asked: { date, beginTimeSlot: at, stadiumId }, now }: { asked: Asked; now: Date },
): Promise<api.CoachPage['freeDays']> {
  const window = { days: DATE_WINDOW_DAYS, most: DAYS_SHOWN, now }
  const free = (await readFreeDays(db, [teaching], window)).get(teaching.id) ?? []
  if (date === undefined || at === undefined) return free
  const venueIds = teaching.venueIds.filter((id) => stadiumId === undefined || id === stadiumId)
  const [asked] =
    (await readFreeDays(db, [{ ...teaching, venueIds }], { ...window, on: { date, from: at, to: at } })).get(
      teaching.id,
    ) ?? []
  if (!asked) return free
  const known = free.find((day) => day.date === date)?.starts ?? []
  const starts = [...known.filter(({ beginTimeSlot }) => beginTimeSlot !== at), ...asked.starts]
  const day = { date, starts: starts.sort((one, other) => one.beginTimeSlot - other.beginTimeSlot) }
  const others = free.filter((other) => other.date !== date)
  return [...others, day].sort((one, other) => (one.date < other.date ? -1 : 1))
}

type Taught = Awaited<ReturnType<typeof selectTaught>>[number]

/** The trial lesson that the coach gives: the cheapest that its reader has not had. Null where the feature is off. */
async function readTrialOffer(
  db: Database,
  trials: readonly Taught[],
  { teaching, userId, asked, now }: { teaching: Teaching; userId: string | undefined; asked: Asked; now: Date },
): Promise<api.CoachPage['trial']> {
  const [first] = trials
  if (!first || teaching.venueIds.length === 0) return null
  const { id: coachId } = teaching
  const owned = trials.map(async (course) => ({
    course,
    own: userId
      ? await readOwnTrial(db, { coachId, companyId: course.companyId }, { id: userId, now })
      : { isUsed: false, own: null },
  }))
  const offers = await Promise.all(owned)
  const offer = offers.find(({ own }) => own.own) ?? offers.find(({ own }) => !own.isUsed) ?? offers[0]
  if (!offer) return null
  const { id: courseId, courseName, companyName, pricePerSession, sessionDuration, freeCancelHours } = offer.course
  const length = halfHoursOf(sessionDuration)
  return {
    ...{ courseId, courseName, companyName, freeCancelHours },
    priceFen: pricePerSession,
    minutes: sessionDuration,
    freeDays: await readShownDays(db, { ...teaching, length }, { asked, now }),
    ...offer.own,
  }
}

async function readPage({
  params: { id: coachId },
  query: { date, ...start },
  user,
  db,
  now,
  app,
}: Handled<typeof api.getCoachPage>) {
  const asked = { ...start, ...(date !== undefined && { date: toIsoDay(date) }) }
  const classesCount = db.$count(
    invitations,
    and(eq(invitations.coachId, coachId), eq(invitations.invitationStatus, 'COMPLETED')),
  )
  const [row] = await db
    .select({ ...publicFields, description: users.description, classesCount, clubs })
    .from(users)
    .where(and(eq(users.id, coachId), isFound(now)))
  if (!row) throw new ApiError('coach_not_found')
  const tie = await tieOf(db, coachId, user?.id)
  const { clubs: ofClubs, ...coach } = row
  const all = await selectTaught(db)
    .where(eq(coachCourses.coachId, coachId))
    .orderBy(asc(courses.pricePerSession), asc(courses.id))
  const taught = all.filter(({ isTrial }) => !isTrial)
  const trials = app.features.trialLessons ? all.filter(({ isTrial }) => isTrial) : []
  const { id, name, district, avatar, latitude, longitude } = venues
  const surfaces = sql<string[]>`array(select distinct c.surface from ${courts} c where c.venue_id = ${venues}.id
    and c.surface <> '' order by c.surface)`
  const taughtAt = await db
    .select({ id, name, district, avatar, latitude, longitude, surfaces })
    .from(coachVenues)
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(and(eq(coachVenues.coachId, coachId), isTaughtAt))
    .orderBy(...BY_NAME)
  const length = Math.min(...taught.map(({ sessionDuration }) => halfHoursOf(sessionDuration)))
  const teaching = { id: coachId, venueIds: taughtAt.map((venue) => venue.id), length }
  const isTeaching = taught.length > 0 && taughtAt.length > 0
  const from = user && (await readAsksAgainFrom(db, { coachId, playerId: user.id, now }))
  return {
    coach: { ...coach, yearsTeaching: await readYears(db, coachId, now) },
    clubs: ofClubs,
    courses: taught,
    venues: taughtAt,
    freeDays: isTeaching ? await readShownDays(db, teaching, { asked, now }) : [],
    tie,
    trial: await readTrialOffer(db, trials, { teaching, userId: user?.id, asked, now }),
    request: (user && (await readOpenRequest(db, { coachId, playerId: user.id, now }))) ?? null,
    asksAgainFrom: from?.toISOString() ?? null,
  }
}

async function listStarts({ params: { id }, query, user, db, now }: Handled<typeof api.listCoachStarts>) {
  const [coach] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isFound(now)))
  if (!coach) throw new ApiError('coach_not_found')
  await tieOf(db, id, user?.id)
  const isWanted = query.courseId === undefined ? not(courses.isTrial) : eq(courses.id, query.courseId)
  const taught = await selectTaught(db).where(and(eq(coachCourses.coachId, id), isWanted))
  const taughtAt = await db
    .select({ id: venues.id })
    .from(coachVenues)
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(and(eq(coachVenues.coachId, id), isTaughtAt))
    .orderBy(...BY_NAME)
  if (taught.length === 0 || taughtAt.length === 0) return []
  const length = Math.min(...taught.map(({ sessionDuration }) => halfHoursOf(sessionDuration)))
  const teaching = { id, venueIds: taughtAt.map((venue) => venue.id), length }
  const on = { date: toIsoDay(query.date), ...DAY_PARTS.all }
  const [day] = (await readFreeDays(db, [teaching], { days: 1, most: 1, now, on, isWhole: true })).get(id) ?? []
  return day?.starts ?? []
}

async function readCourse({
  params: { id },
  user,
  db,
  now,
}: Handled<typeof api.getCoursePage>): Promise<api.CoursePage> {
  const companyId = sql`${companies.id}`
  const [course] = await db
    .select({
      id: courses.id,
      courseName: courses.courseName,
      courseDescription: courses.courseDescription,
      companyId: companies.id,
      companyName: companies.companyName,
      pricePerSession: courses.pricePerSession,
      sessionDuration: courses.sessionDuration,
      maxParticipants: courses.maxParticipants,
      isTrial: courses.isTrial,
      isTrialUsed: user ? sql<boolean>`${isTrialUsed({ playerId: user.id, companyId }, now)}` : sql<boolean>`false`,
    })
    .from(courses)
    .innerJoin(companies, and(eq(companies.id, courses.companyId), isNull(companies.closedAt)))
    .where(and(eq(courses.id, id), eq(courses.delFlag, false)))
  if (!course) throw new ApiError('course_not_found')
  return course
}

export default plugin([
  handle(api.listCoachPages, listCards),
  handle(api.getCoachPage, readPage),
  handle(api.listCoachStarts, listStarts),
  handle(api.getCoursePage, readCourse),
])
