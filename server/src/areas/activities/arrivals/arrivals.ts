// Who arrived at a class or game on a court of ours, and whether its venue may release the court.
import type { Arrival } from '@paidang/api/areas/activities/arrivals'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  arrivalFrom,
  type Booked,
  isBoundBy,
  releaseFrom,
  whyNotArrive,
} from '@paidang/domain/areas/activities/arrivals/arrival'
import { instantOf } from '@paidang/domain/kernel/day'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { ballTopic, classTopic, gridTopics } from '../../../db/topics.ts'
import { arrivals, courtReleases } from '../../../tables/arrivals.ts'
import { ballGames } from '../../../tables/balls.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'

/** A class or a game. */
export type BookingId = { kind: 'class' | 'ball'; id: string }

/** Half an hour before a booking begins, as `arrivalFrom` says: an earlier arrival was for another time. */
const opensAt = (day: PgColumn, begin: PgColumn) =>
  sql`(${day} + (${begin} - 1) * interval '30 minutes') at time zone 'Asia/Shanghai'`

const firstArrival = (which: SQL | undefined, since: SQL) =>
  sql`(select min(${arrivals.arrivedAt}) from ${arrivals} where ${which} and ${arrivals.arrivedAt} >= ${since})`

const orNull = (at: SQL) => at.mapWith(arrivals.arrivedAt) as SQL<Date | null>

const place = {
  venueId: venues.id,
  venueName: venues.name,
  ruleSince: venues.releaseSince,
  courtName: courts.name,
  courtIndex: courts.courtIndex,
}
const person = { person: { id: users.id, nickname: users.nickname, avatar: users.avatar } }
const release = { releasedAt: courtReleases.releasedAt, releasedFrom: courtReleases.fromTimeSlot }

const selectClasses = (db: Database) =>
  db
    .select({
      kind: sql<BookingId['kind']>`'class'`,
      id: invitations.id,
      title: invitations.courseDesignName,
      players: invitations.seatsTaken,
      day: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      isTrial: sql<boolean>`${invitations.trialId} is not null`,
      isStanding: sql<boolean>`${invitations.invitationStatus} = 'CONFIRMED' and ${invitations.pastReason} is null`,
      bookedAt: invitations.createdAt,
      arrivedAt: orNull(
        sql`least(${invitations.signedAt}, ${firstArrival(
          eq(arrivals.invitationId, invitations.id),
          opensAt(invitations.courseDate, invitations.beginTimeSlot),
        )})`,
      ),
      ...place,
      ...person,
      ...release,
    })
    .from(invitations)
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .innerJoin(users, eq(users.id, invitations.coachId))
    .leftJoin(courtReleases, eq(courtReleases.invitationId, invitations.id))
    .$dynamic()

const selectGames = (db: Database) =>
  db
    .select({
      kind: sql<BookingId['kind']>`'ball'`,
      id: ballGames.id,
      title: ballGames.title,
      players: ballGames.seatsTaken,
      day: ballGames.activityDate,
      beginTimeSlot: ballGames.beginTimeSlot,
      endTimeSlot: ballGames.endTimeSlot,
      isTrial: sql<boolean>`false`,
      isStanding: sql<boolean>`${ballGames.status} in ('OPEN', 'FULL')`,
      bookedAt: ballGames.createdAt,
      arrivedAt: orNull(
        firstArrival(eq(arrivals.ballId, ballGames.id), opensAt(ballGames.activityDate, ballGames.beginTimeSlot)),
      ),
      ...place,
      ...person,
      ...release,
    })
    .from(ballGames)
    .innerJoin(venues, eq(venues.id, ballGames.stadiumId))
    .innerJoin(courts, eq(courts.id, ballGames.courtId))
    .innerJoin(users, eq(users.id, ballGames.initiatorId))
    .leftJoin(courtReleases, eq(courtReleases.ballId, ballGames.id))
    .$dynamic()

/** A class or game on a court of ours, with what the rules of arriving need. */
export type BookingRow = Awaited<ReturnType<typeof selectClasses>>[number] & Booked

function withFacts<Row extends Awaited<ReturnType<typeof selectClasses>>[number]>(row: Row): Row & Booked {
  const { day, beginTimeSlot, endTimeSlot, ruleSince, bookedAt } = row
  return {
    ...row,
    startsAt: instantOf(day, beginTimeSlot),
    endsAt: instantOf(day, endTimeSlot),
    isBound: isBoundBy(ruleSince, bookedAt),
  }
}

/** One booking; undefined where it is at no court of ours. Permission is not checked here. */
export async function findBooking(db: Database, { kind, id }: BookingId): Promise<BookingRow | undefined> {
  const [row] = await (kind === 'class'
    ? selectClasses(db).where(eq(invitations.id, id))
    : selectGames(db).where(eq(ballGames.id, id)))
  return row && withFacts(row)
}

/** The bookings of a venue that are on in a half-hour, and hold or held their court, by court. */
export async function listRunning(
  db: Database,
  { venueId, day, halfHour }: { venueId: string; day: string; halfHour: number },
): Promise<BookingRow[]> {
  const isOn = (begin: PgColumn, end: PgColumn) => sql`${begin} <= ${halfHour} and ${end} > ${halfHour}`
  const [classes, games] = await Promise.all([
    selectClasses(db)
      .where(
        and(
          eq(invitations.stadiumId, venueId),
          eq(invitations.courseDate, day),
          isOn(invitations.beginTimeSlot, invitations.endTimeSlot),
        ),
      )
      .orderBy(invitations.id),
    selectGames(db)
      .where(
        and(
          eq(ballGames.stadiumId, venueId),
          eq(ballGames.activityDate, day),
          isOn(ballGames.beginTimeSlot, ballGames.endTimeSlot),
        ),
      )
      .orderBy(ballGames.id),
  ])
  return [...classes, ...games]
    .map(withFacts)
    .filter(({ isStanding }) => isStanding)
    .sort((one, other) => one.courtIndex - other.courtIndex)
}

/** Notifies open pages of a booking, and of the courts of its venue. */
export async function publishBooking(tx: Database, { kind, id, venueId, day }: BookingRow): Promise<void> {
  const topic = kind === 'class' ? classTopic(id) : ballTopic(id)
  await publishChanges(tx, [topic, gridTopics.courts(venueId, day)])
}

const isOf = ({ kind, id }: BookingId) => eq(kind === 'class' ? arrivals.invitationId : arrivals.ballId, id)

/**
 * Notes that a person has arrived. The booking must be locked, and the person be one of its people. A second press
 * changes nothing.
 *
 * @throws ApiError any refusal of whyNotArrive
 */
export async function recordArrival(
  tx: Database,
  booking: BookingId,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const found = await findBooking(tx, booking)
  const refusal = found ? whyNotArrive(found, now) : 'arrival_not_needed'
  if (!found || refusal) throw new ApiError(refusal ?? 'arrival_not_needed')
  const { kind, id } = booking
  await tx
    .insert(arrivals)
    .values({ ...(kind === 'class' ? { invitationId: id } : { ballId: id }), userId, arrivedAt: now })
    .onConflictDoUpdate({
      target: [kind === 'class' ? arrivals.invitationId : arrivals.ballId, arrivals.userId],
      set: { arrivedAt: now },
      // What was moved since had another time, for which the person did not come.
      setWhere: lt(arrivals.arrivedAt, arrivalFrom(found.startsAt)),
    })
  await publishBooking(tx, found)
}

/** What the page of a class or game says about arriving; null where its venue's rule does not bind it. */
export async function readArrival(
  db: Database,
  booking: BookingId,
  actorId: string | undefined,
): Promise<Arrival | null> {
  const found = await findBooking(db, booking)
  if (!found || !(found.isBound || found.releasedAt)) return null
  const { startsAt, arrivedAt, releasedAt, releasedFrom } = found
  const [own] =
    actorId === undefined
      ? []
      : await db
          .select({ at: arrivals.arrivedAt })
          .from(arrivals)
          .where(and(isOf(booking), eq(arrivals.userId, actorId)))
  return {
    releaseFrom: releaseFrom(startsAt).toISOString(),
    isAnybodyThere: arrivedAt !== null,
    ownAt: own && own.at >= arrivalFrom(startsAt) ? own.at.toISOString() : null,
    releasedAt: releasedAt?.toISOString() ?? null,
    releasedFrom,
  }
}
