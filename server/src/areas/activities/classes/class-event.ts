import { effectiveStatus } from '@paidang/domain/areas/activities/classes/invitation'
import {
  INVITATION_ACTION_NAMES,
  type InvitationAction,
  type InvitationStatus,
} from '@paidang/domain/areas/activities/classes/invitation-status'
import { isOut, type SeatState } from '@paidang/domain/areas/activities/classes/seat'
import { formatDateTime, instantOf } from '@paidang/domain/kernel/day'
import { ALARM_SECONDS_BEFORE, type CalendarEvent, type CalendarStatus } from '../../../icalendar/write-calendar.ts'

/** What a calendar entry shows of a class. `steps` counts its audit trail, `lastStep` is the latest of it. */
export type ClassContext = {
  id: string
  courseDate: string
  beginTimeSlot: number
  endTimeSlot: number
  courseDesignName: string
  companyName: string
  coachId: string
  coachName: string
  /** Everybody who has or had a seat, by the time of joining. */
  players: { nickname: string; state: SeatState }[]
  stadiumName: string
  stadiumAddress: string
  courtName: string
  invitationStatus: InvitationStatus
  expiresAt: Date
  createdAt: Date
  responseTime: Date
  steps: number
  lastStep: { action: string; reason: string; at: string } | null
}

const CALENDAR_STATUS: Record<InvitationStatus, CalendarStatus> = {
  PENDING: 'TENTATIVE',
  CONFIRMED: 'CONFIRMED',
  COMPLETED: 'CONFIRMED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'CANCELLED',
}

/**
 * The status of a class in one user's calendar. In general it is the class's own status. For a user who left it, or was
 * asked and did not come, it is cancelled. For a user who is still asked it is tentative at most. Its coach has no
 * seat.
 */
export function classStatusFor(
  facts: Pick<ClassContext, 'invitationStatus' | 'expiresAt'>,
  seat: SeatState | undefined,
  now: Date,
): CalendarStatus {
  const status = CALENDAR_STATUS[effectiveStatus(facts, now)]
  if (isOut(seat)) return 'CANCELLED'
  if (seat !== 'INVITED') return status
  return facts.invitationStatus === 'COMPLETED' || status === 'CANCELLED' ? 'CANCELLED' : 'TENTATIVE'
}

/** Further names are only counted. */
const NAMES_SHOWN = 2

/**
 * The other side of a class, as its title in a calendar names it: the coach for a player, the players with a seat or an
 * invitation for the coach.
 */
export function othersOf(
  { coachId, coachName, players }: Pick<ClassContext, 'coachId' | 'coachName' | 'players'>,
  userId: string,
): string {
  if (coachId !== userId) return coachName
  const names = players.filter(({ state }) => !isOut(state)).map(({ nickname }) => nickname)
  const shown = names.slice(0, NAMES_SHOWN).join('、')
  return names.length > NAMES_SHOWN ? `${shown} 等 ${names.length} 人` : shown
}

/** Only the coach reads who takes part. No person's text is among the notes: who has the address reads the calendar. */
function notesOf(facts: ClassContext, userId: string): string[] {
  const players = facts.players
    .filter(({ state }) => !isOut(state))
    .map(({ nickname, state }) => (state === 'INVITED' ? `${nickname}（待答复）` : nickname))
  const change = facts.steps > 1 && facts.lastStep && changeOf(facts.lastStep)
  return [
    facts.coachId === userId ? `学员：${players.join('、') || '还没有学员'}` : `教练：${facts.coachName}`,
    `课程：${facts.courseDesignName}（${facts.companyName}）`,
    `场馆：${facts.stadiumName} ${facts.courtName}`,
    ...(change ? [`最近变动：${change}`] : []),
  ]
}

/** The reason of an edit lists what it changed. Other reasons are texts of people. */
function changeOf({ action, reason, at }: NonNullable<ClassContext['lastStep']>): string {
  const when = formatDateTime(new Date(at)).slice(0, 'yyyy-mm-dd hh:mm'.length)
  const what = action === 'edit' && reason !== '' ? reason : INVITATION_ACTION_NAMES[action as InvitationAction]
  return `${what}（${when}）`
}

/**
 * A class as the calendar of a user shows it, with a reminder an hour before it begins. `seat` is the user's own one.
 */
export function classEventOf(
  facts: ClassContext,
  { userId, seat }: { userId: string; seat: SeatState | undefined },
  now: Date,
): CalendarEvent {
  const { id, courseDate, beginTimeSlot, endTimeSlot } = facts
  const others = othersOf(facts, userId)
  return {
    uid: `class-${id}@paidang`,
    sequence: facts.steps - 1,
    createdAt: facts.createdAt,
    changedAt: facts.responseTime,
    when: { startsAt: instantOf(courseDate, beginTimeSlot), endsAt: instantOf(courseDate, endTimeSlot) },
    title: others === '' ? facts.courseDesignName : `${facts.courseDesignName} · ${others}`,
    place: { name: `${facts.stadiumName} ${facts.courtName}`, address: facts.stadiumAddress },
    notes: notesOf(facts, userId),
    status: classStatusFor(facts, seat, now),
    alarm: ALARM_SECONDS_BEFORE,
  }
}
