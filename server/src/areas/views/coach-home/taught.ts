import type { Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { literals } from '../../../db/literal.ts'
import { ACTIVE_STATUSES, hasStatus, invitations, seats } from '../../../tables/classes.ts'
import { lessonLedger, usedRecords } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { classesOf, type Whose } from '../../places/companies/assert-sees-coach.ts'

/** Classes held since a day. Money and hours belong to the day of the class, not to the day of its completion. */
const heldSince = (whose: Whose, fromDay: string) =>
  and(
    classesOf(whose),
    sql`${invitations.invitationStatus} = ${literals('COMPLETED')}`,
    gte(invitations.courseDate, fromDay),
  )

/**
 * What a held class consumed, from its used records: CONSUME rows less the REFUND rows that gave them back. Each row
 * has its own unit price and is exact to the fen, so classes, courses and months add up. A seat that was cancelled too
 * late and taken again has two such records. The class consumed the one of the last round.
 */
const consumption = (db: Database) =>
  db
    .select({
      sessions: sql<number>`coalesce(-sum(${lessonLedger.remainingChange}), 0)`.as('sessions'),
      fen: sql<number>`coalesce(-sum(round(${lessonLedger.remainingChange} * ${lessonLedger.unitPrice})), 0)`.as('fen'),
    })
    .from(usedRecords)
    .innerJoin(seats, and(eq(seats.invitationId, usedRecords.invitationId), eq(seats.userId, usedRecords.userId)))
    .innerJoin(
      lessonLedger,
      and(
        eq(lessonLedger.invitationId, usedRecords.invitationId),
        eq(lessonLedger.seatUserId, usedRecords.userId),
        sql`${lessonLedger.kind} in ('CONSUME', 'REFUND')`,
        sql`coalesce(${lessonLedger.round}, ${seats.round}) = ${seats.round}`,
      ),
    )
    .where(eq(usedRecords.invitationId, invitations.id))
    .as('consumption')

/** What a coach taught of one course in one month (yyyy-mm). `taughtHours` are hours by the clock. */
export type RecordMonthRow = {
  month: string
  courseDesignId: string
  courseDesignName: string
  classes: number
  taughtHours: number
  consumedSessions: number
  incomeFen: number
}

/** What a coach taught since a day by month and course, latest month first, then by the course's latest name. */
export async function listRecordMonths(db: Database, whose: Whose, fromDay: string): Promise<RecordMonthRow[]> {
  const consumed = consumption(db)
  const month = sql<string>`to_char(${invitations.courseDate}, 'YYYY-MM')`
  const name = sql<string>`(array_agg(${invitations.courseDesignName}
    order by ${invitations.courseDate} desc, ${invitations.beginTimeSlot} desc))[1]`
  return db
    .select({
      month,
      courseDesignId: invitations.courseDesignId,
      courseDesignName: name,
      classes: sql<number>`count(*)`.mapWith(Number),
      taughtHours: sql<number>`sum(${invitations.endTimeSlot} - ${invitations.beginTimeSlot}) / 2.0`.mapWith(Number),
      consumedSessions: sql<number>`sum(${consumed.sessions})`.mapWith(Number),
      incomeFen: sql<number>`sum(${consumed.fen})`.mapWith(Number),
    })
    .from(invitations)
    .innerJoinLateral(consumed, sql`true`)
    .where(heldSince(whose, fromDay))
    .groupBy(month, invitations.courseDesignId)
    .orderBy(desc(month), sql`${name} collate "zh-x-icu"`, invitations.courseDesignId)
}

/** A coach's live classes of one day, and the lesson hours that their seats hold or have consumed. */
export async function readDay(
  db: Database,
  { coachId, day, now }: { coachId: string; day: string; now: Date },
): Promise<{ classes: number; sessions: number }> {
  const consumed = consumption(db)
  const held = sql`coalesce((select sum(s.held_sessions) from ${seats} s where s.invitation_id = ${invitations}.id), 0)`
  const [row] = await db
    .select({
      classes: sql<number>`count(*)`.mapWith(Number),
      sessions: sql<number>`coalesce(sum(${held} + ${consumed.sessions}), 0)`.mapWith(Number),
    })
    .from(invitations)
    .innerJoinLateral(consumed, sql`true`)
    .where(and(eq(invitations.coachId, coachId), eq(invitations.courseDate, day), hasStatus(ACTIVE_STATUSES, now)))
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

/** A held class and the players who had a seat in it. A player without a recorded attendance counts as present. */
export type HeldClassRow = {
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  venueName: string
  courtName: string
  courseDesignName: string
  /** Whether the coach entered it after it was held (补录). */
  isPast: boolean
  players: { nickname: string; attendance: Attendance }[]
  consumedSessions: number
  incomeFen: number
}

/** The classes that a coach held since a day, latest first. */
export async function listHeldClasses(db: Database, whose: Whose, fromDay: string): Promise<HeldClassRow[]> {
  const consumed = consumption(db)
  return db
    .select({
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      venueName: venues.name,
      courtName: courts.name,
      courseDesignName: invitations.courseDesignName,
      isPast: sql<boolean>`${invitations.pastReason} is not null`,
      players: sql<HeldClassRow['players']>`(
        select coalesce(json_agg(json_build_object('nickname', u.nickname, 'attendance', coalesce(s.attendance, 'present'))
          order by s.created_at, s.user_id), '[]')
        from ${seats} s join ${users} u on u.id = s.user_id
        where s.invitation_id = ${invitations}.id and s.state = 'JOINED')`,
      consumedSessions: sql<number>`${consumed.sessions}`.mapWith(Number),
      incomeFen: sql<number>`${consumed.fen}`.mapWith(Number),
    })
    .from(invitations)
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .innerJoinLateral(consumed, sql`true`)
    .where(heldSince(whose, fromDay))
    .orderBy(desc(invitations.courseDate), desc(invitations.beginTimeSlot), desc(invitations.id))
}
