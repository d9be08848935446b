import { costOf } from './class-actions.ts'
import {
  cellsOf,
  companyOf,
  courseOf,
  type Draft,
  freeUntilOf,
  HALF_HOUR,
  holderOf,
  hoursOf,
  isAdmin,
  isLocked,
  isOpen,
  isPastDue,
  isUnpaid,
  joinedOf,
  type ModelClass,
  roleOf,
  startOf,
  statusOf,
} from './class-model.ts'

const FIRST_ROW = 12
const LAST_ROW = 44

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** What every answer contains about a class, by field name. */
export function answerOf(m: Draft, c: ModelClass): Record<string, unknown> {
  return {
    initiatorId: c.initiatorId,
    initiatorRole: c.maker,
    coachId: c.coachId,
    companyId: companyOf(m, c).id,
    courseDesignId: c.courseId,
    consumedSessions: hoursOf(m, c),
    participantsCount: c.count,
    maxParticipants: courseOf(m, c).maxPlayers,
    seatsTaken: joinedOf(c).length,
    selectedCourt: c.court,
    courseDate: m.world.days[c.day]?.date,
    beginTimeSlot: c.begin,
    endTimeSlot: c.end,
    useUnavailable: c.conflict,
    needContract: isUnpaid(m, c),
    invitationStatus: statusOf(m, c),
    expiresAt: instant(c.expiresAt),
    offeredAt: instant(c.offered?.at ?? null),
    askedStartsAt: instant(c.offered?.asked ?? null),
    confirmedAt: instant(c.confirmedAt),
    signedAt: instant(c.signedAt),
    cancelledBy: c.cancelledBy,
    freeCancelUntil: instant(freeUntilOf(m, c)),
  }
}

/** What the booking view shows a person in the class: their cost of cancelling, and who has which seat. */
export function fullInfoOf(m: Draft, c: ModelClass, actorId: string) {
  const role = roleOf(c, actorId)
  const isOfClub = role === 'coach' || (role === 'viewer' && isAdmin(m, c, actorId))
  const payers = joinedOf(c).filter((id) => isOfClub || id === actorId)
  const heldSessions = payers.reduce((sum, id) => sum + (c.seats[id]?.held ?? 0), 0)
  const reason = costOf(m, c, actorId)
  const hasBegun = c.signedAt !== null || m.now >= startOf(m, c)
  const mayCancel = isOpen(statusOf(m, c)) && !isPastDue(m, c) && (isOfClub || (role !== 'viewer' && !hasBegun))
  const cancellation = mayCancel ? { reason, heldSessions, lostSessions: reason === 'late' ? heldSessions : 0 } : null
  const seats = Object.entries(c.seats).map(([id, { state, attendance, held, changed }]) => {
    const seesAttendance = role !== 'viewer' || id === actorId
    const seesHours = role === 'coach' || id === actorId
    return [
      id,
      { state, attendance: seesAttendance ? attendance : null, held: seesHours ? held : 0, mustAgree: changed },
    ]
  })
  return { invitation: answerOf(m, c), reqUser: { role, cancellation }, seats: Object.fromEntries(seats) }
}

/** The cells of a grid that are not AVAILABLE, as texts: court, half-hour, status, class. */
export function gridOf(
  m: Draft,
  { actorId, coachId, day }: { actorId: string; coachId: string; day: number },
): string[] {
  const own = m.classes.filter(
    (c) =>
      c.day === day &&
      isOpen(statusOf(m, c)) &&
      cellsOf(m, c).some(({ kind, id }) => kind !== 'COURT' && id === actorId),
  )
  const texts: string[] = []
  for (const [court, courtId] of m.world.courtIds.entries()) {
    for (let slot = FIRST_ROW; slot <= LAST_ROW; slot++) {
      const mine = own.find(({ begin, end }) => begin <= slot && slot < end)
      const onCoach = { kind: 'COACH' as const, id: coachId, day, slot }
      const onCourt = { kind: 'COURT' as const, id: courtId, day, slot }
      const isOver = (m.world.days[day]?.at ?? 0) + slot * HALF_HOUR <= m.now
      const isClosed = slot < m.world.opensAt || slot > m.world.lastStart
      const status = [
        mine?.court === court && 'MY_INVITING',
        holderOf(m, onCoach) && 'COACH_OCCUPIED',
        holderOf(m, onCourt) && 'COURT_OCCUPIED',
        isLocked(m, onCoach) && 'COACH_UNAVAILABLE',
        (isLocked(m, onCourt) || isClosed || isOver) && 'COURT_UNAVAILABLE',
      ].find(Boolean)
      const shown = mine && (mine.court === court || mine.coachId === coachId) ? mine.id : null
      if (status) texts.push(`${court} ${slot} ${status} ${shown}`)
    }
  }
  return texts
}
