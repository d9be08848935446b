import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import {
  effectiveStatus,
  isLive,
  scheduleDisplayStatus,
  waitsForCoach,
  whyNot,
} from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import type { IconName } from '../../../../ui/icon'
import type { TagKind } from '../../../../ui/tag'
import { asRulesWant } from '../../../activities/booking/class-times'
import { tagOfStatus } from '../../../activities/classes/status-tags'

/** A class of the coach for the coach's screens. The instants that the rules compare with the clock are Dates. */
export type CoachClass = ReturnType<typeof toCoachClass>

/** Converts the instants of a row into Dates. */
export function toCoachClass(row: InvitationResponse) {
  return { ...row, invitation: asRulesWant(row.invitation) }
}

/** What tells two classes apart. */
export const classIdOf = ({ invitation }: CoachClass): string => invitation.id

/** An action of the coach on a class of the day. `contract`, `sign` and `finish` continue in its booking view. */
export type CoachStep = 'confirm' | 'contract' | 'sign' | 'finish'

const STEP_TEXTS: Record<CoachStep, string> = { confirm: '确认', contract: '缔约', sign: '签到', finish: '完成' }

/** The state of a class in the coach's day: its look, and its one next step or a text instead. */
export type ClassState =
  | { look: 'done' | 'set' | 'wait'; step: CoachStep; text: string }
  | { look: 'done' | 'set' | 'wait'; step?: undefined; text: string; icon: IconName }

/**
 * Returns the state of the class for its coach at this moment, by the rules of the server; undefined when it is
 * cancelled or expired.
 */
export function classStateOf({ invitation }: CoachClass, now: Date): ClassState | undefined {
  const may = (action: CoachStep) => whyNot(action, invitation, ['coach'], now) === undefined
  const stepTo = (look: 'set' | 'wait', step: CoachStep): ClassState => ({ look, step, text: STEP_TEXTS[step] })
  switch (effectiveStatus(invitation, now)) {
    case 'PENDING':
      if (!waitsForCoach(invitation)) return { look: 'wait', text: '待学员', icon: 'clock' }
      return stepTo('wait', invitation.needContract ? 'contract' : 'confirm')
    case 'CONFIRMED':
      if (invitation.pastReason !== null) return { look: 'wait', text: '待核对', icon: 'clock' }
      if (!invitation.signedAt && may('sign')) return stepTo('set', 'sign')
      if (may('finish')) return stepTo('set', 'finish')
      return { look: 'set', text: invitation.signedAt ? '已签到' : '已确认', icon: 'check' }
    case 'COMPLETED':
      return { look: 'done', text: '已完成', icon: 'check' }
    default:
      return undefined
  }
}

/**
 * Returns the state of a class that left the day while the coach looked at it. One that neither ended nor expired is
 * another coach's now, or on another day.
 */
export function endStateOf({ invitation }: CoachClass, now: Date): ClassState {
  const status = effectiveStatus(invitation, now)
  return { look: 'done', text: isLive(status) ? '已移走' : INVITATION_STATUS_NAMES[status], icon: 'close' }
}

/** Returns the title of a class: a single student's name, or the course with the number of students. */
export function titleOf({ invitation, players }: CoachClass): string {
  const { participantsCount, seatsTaken, courseDesignName, initiatorRole, initiatorName } = invitation
  if (participantsCount > 1) return `${courseDesignName} ${seatsTaken}/${participantsCount} 人`
  return players[0]?.nickname ?? (initiatorRole === 'player' ? initiatorName : '等待学员')
}

/** Returns the student of a class for one; undefined where there are several seats, or no student yet. */
export function onlyStudentOf({ invitation, players }: CoachClass) {
  return invitation.participantsCount > 1 ? undefined : players[0]
}

/** Returns the line under the title: the place, and the course unless the title has it. */
export function factsOf({ invitation }: CoachClass): string[] {
  const { participantsCount, courseDesignName, stadiumName, courtName } = invitation
  const place = `${stadiumName} ${courtName}`
  return participantsCount > 1 ? [place] : [place, courseDesignName]
}

/** The name of a course whose “1 对 1” never runs over two lines. */
export function unbroken(courseName: string): string {
  return courseName.replace(/(\d) 对 (\d)/g, '$1\u00a0对\u00a0$2')
}

/** Whether a class waits for its coach's answer. */
export function isWaiting({ role, invitation }: CoachClass, now: Date): boolean {
  return role === 'coach' && waitsForCoach(invitation) && effectiveStatus(invitation, now) === 'PENDING'
}

/** Orders classes by their expiry, the first to expire first. */
export function byExpiry(classes: readonly CoachClass[]): CoachClass[] {
  return [...classes].sort((a, b) => a.invitation.expiresAt.getTime() - b.invitation.expiresAt.getTime())
}

/** Text, look and icon of a class's status. */
export type StatusTag = { kind: TagKind; text: string; icon?: IconName }

/** Returns the tag of a class in the records: its status as in other lists. */
export function recordTag({ invitation }: CoachClass, now: Date): StatusTag {
  return tagOfStatus(effectiveStatus(invitation, now), invitation.pastReason)
}

/**
 * Returns the tag of a class in the schedule. The colour says whether it is settled: completed and confirmed ones share
 * it. The text is the status. Source: specification §4 "Schedule display status".
 */
export function scheduleTag({ invitation }: CoachClass, now: Date): StatusTag {
  const status = effectiveStatus(invitation, now)
  const { text, kind } = tagOfStatus(status, invitation.pastReason)
  if (scheduleDisplayStatus(status) === 'completed' && kind !== 'wait') return { kind: 'ok', text, icon: 'check' }
  return { kind: 'wait', text, icon: isLive(status) ? 'clock' : 'close' }
}
