import type { Database } from '../../db/database.ts'
import {
  givenCoach,
  givenCoachLock,
  givenCompany,
  givenContract,
  givenCourse,
  givenPlayer,
  givenRelation,
  givenVenue,
  givenVenueLock,
} from '../builders.ts'
import type { ModelContract, ModelWorld } from './class-model.ts'

/** The days of the classes: the two after the clock's first day. */
const DAYS = ['2026-05-02', '2026-05-03']
const FIRST_DAY = DAYS[0] ?? ''
const LATER = '2026-12-31'
const ADMINS_LOCK = { day: 0, begin: 27, end: 29 }
const COURTS_LOCK = { day: 1, begin: 28, end: 29 }

/** The world of a model run, as the model knows it, and the initial content of its contracts. */
export type GivenModelWorld = { world: ModelWorld; contracts: ModelContract[]; contractIds: string[] }

/**
 * Builds a small world, so that bookings conflict often. It has four players, two coaches of a club, one independent
 * coach and two courts. Each contract has three lesson hours. Classes are for two. One coach is a student of another
 * coach. A contract ends between the two days. The club forgives one late cancellation, the other company none.
 */
export async function givenModelWorld(db: Database): Promise<GivenModelWorld> {
  const player = () => givenPlayer(db)
  const [p1, p2, p3, p4] = [await player(), await player(), await player(), await player()]
  const a1 = await givenCoach(db)
  const { companyId: club } = await givenCompany(db, { adminId: a1 })
  const a2 = await givenCoach(db, { companyId: club })
  const s = await givenCoach(db)
  const own = { adminId: s, isPerson: true, freeCancelHours: 12, forgivenLateCancels: 0 }
  const { companyId: solo } = await givenCompany(db, own)
  const courses = [
    { companyId: club, minutes: 60, maxPlayers: 2, coachIds: [a1, a2] },
    { companyId: club, minutes: 90, maxPlayers: 2, coachIds: [a1] },
    { companyId: solo, minutes: 60, maxPlayers: 2, coachIds: [s] },
  ]
  const ids: string[] = []
  for (const { companyId, minutes: sessionDuration, maxPlayers: maxParticipants, coachIds } of courses)
    ids.push(await givenCourse(db, { companyId, coachIds, sessionDuration, maxParticipants }))
  const [usual = '', long = '', alone = ''] = ids
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [a1, a2, s] })

  const students: [string, string[]][] = [
    [a1, [p1, p2, p3]],
    [a2, [p1, p2]],
    [s, [p1, p4, a2]],
  ]
  for (const [coachId, playerIds] of students) for (const id of playerIds) await givenRelation(db, coachId, id)

  const contracts: ModelContract[] = []
  const contractIds: string[] = []
  for (const [userId, courseId, expiryDate, sessions] of [
    [p1, usual, LATER, 3],
    [p1, usual, DAYS[1] ?? '', 1.5],
    [p1, alone, LATER, 3],
    [p2, usual, LATER, 3],
    [p2, usual, FIRST_DAY, 1.5],
    [p3, usual, DAYS[1] ?? '', 3],
    [p3, long, LATER, 3],
    [a2, alone, LATER, 3],
  ] as const) {
    contractIds.push(await givenContract(db, { userId, courseId, expiryDate, sessions }))
    contracts.push({ userId, courseId, made: '', expiry: expiryDate, remaining: sessions, held: 0 })
  }

  const span = ({ day, begin: beginTimeSlot, end: endTimeSlot }: typeof ADMINS_LOCK) => ({
    day: DAYS[day] ?? '',
    beginTimeSlot,
    endTimeSlot,
  })
  const courtId = courtIds[1] ?? ''
  await givenCoachLock(db, { coachId: a1, ...span(ADMINS_LOCK) })
  await givenVenueLock(db, { courtId, ...span(COURTS_LOCK) })

  const everybody = { p1, p2, p3, p4, a1, a2, s }
  const world: ModelWorld = {
    people: Object.entries(everybody).map(([name, id]) => ({
      id,
      name,
      isCoach: [a1, a2, s].includes(id),
      isStudentOf: students.filter(([, playerIds]) => playerIds.includes(id)).map(([coachId]) => coachId),
    })),
    companies: [
      { id: club, adminId: a1, memberIds: [a1, a2], freeHours: 24, forgiven: 1 },
      { id: solo, adminId: s, memberIds: [s], freeHours: 12, forgiven: 0 },
    ],
    courses: courses.map((course, index) => ({ ...course, id: ids[index] ?? '' })),
    stadiumId: venueId,
    courtIds,
    opensAt: 12,
    lastStart: 44,
    days: DAYS.map((date) => ({ date, at: Date.parse(`${date}T00:00:00+08:00`) })),
    locks: [
      { kind: 'COACH', id: a1, ...ADMINS_LOCK },
      { kind: 'COURT', id: courtId, ...COURTS_LOCK },
    ],
  }
  return { world, contracts, contractIds }
}
