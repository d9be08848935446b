import type { InvitationAction, InvitationStatus } from './invitation-status.ts'
import { type Actor, actorsOfClub, type Maker, transitionsOf } from './transitions.ts'

/** The attendance of a participant at 签到. A participant who is absent from the list counts as present. */
export const ATTENDANCES = ['present', 'late', 'absent', 'leave'] as const
export type Attendance = (typeof ATTENDANCES)[number]

/** The names of attendance, which coaches and players read. */
export const ATTENDANCE_NAMES: Record<Attendance, string> = {
  present: '到场',
  late: '迟到',
  absent: '缺席',
  leave: '请假',
}

/**
 * What the maker of a class says about it, with the name that the audit trail uses. A change of it asks nobody to agree.
 * It is text, and empty when nothing was said.
 */
export const SAID_OF_CLASS = { messageToCoach: '留言', messageToPlayers: '留言', focus: '练习重点' } as const
export type SaidOfClass = keyof typeof SAID_OF_CLASS
export const isSaidOfClass = (name: string): name is SaidOfClass => name in SAID_OF_CLASS

/** What a class can work on, by the names that people read. Empty when nothing was chosen. */
export const FOCUS_NAMES = {
  '': '',
  BASICS: '基本功',
  FOREHAND: '正手',
  BACKHAND: '反手',
  SERVE: '发球',
  NET: '网前',
  FOOTWORK: '步法',
  MATCH: '实战',
  FITNESS: '体能',
} as const
export type Focus = keyof typeof FOCUS_NAMES
export const FOCUSES = Object.keys(FOCUS_NAMES) as [Focus, ...Focus[]]

/** Roles within one invitation. Source: specification §4 "Role in a class invitation". */
export type InvitationRole = 'initiator' | 'coach' | 'participant' | 'viewer'

/** The people that the role rule checks. `responderIds` are the players who joined. */
type People = { initiatorId: string; coachId: string; responderIds: readonly string[] }

/** The caller's role in an invitation. A coach who created it acts as its coach. */
export function roleInInvitation(
  { initiatorId, coachId, responderIds }: People,
  userId: string | undefined,
): InvitationRole {
  if (!userId) return 'viewer'
  if (userId === coachId) return 'coach'
  if (userId === initiatorId) return 'initiator'
  return responderIds.includes(userId) ? 'participant' : 'viewer'
}

/**
 * The facts of a class invitation that the rules need. Rows and replies carry more. Instants are Dates. The class's
 * times are Shanghai time.
 */
export type Invitation = {
  initiatorId: string
  initiatorRole: Maker
  coachId: string
  invitationStatus: InvitationStatus
  needContract: boolean
  /** The trial lesson that it is, which takes no contract and is never moved. */
  trialId?: string | null
  participantsCount: number
  seatsTaken: number
  expiresAt: Date
  /**
   * When the coach offered another time for a player's request. The class then stands at that time and waits for the
   * player. Null where nothing is offered. It stays when the request ends without an agreement.
   */
  offeredAt: Date | null
  signedAt: Date | null
  completedAt: Date | null
  startsAt: Date
  endsAt: Date
  dayEndsAt: Date
  /** Until when cancelling is free. Afterwards its player can no longer move an active class. */
  freeUntil: Date
  /** Whether the caller has not yet agreed to what the coach changed. Only joining and declining check it. */
  mustAgree?: boolean
  /** Whether the caller is invited and has not answered. Only declining checks it. */
  isInvited?: boolean
  /** Whether the coach is suspended or has closed the account. Only a new join, and agreeing to an offer, check it. */
  isCoachAway?: boolean
  /** Why the coach entered the class after it was held (补录); nothing for a class that was booked. */
  pastReason?: string | null
  /** Whether every player has agreed to such a class. Only the clock's completion checks it. */
  isPastAgreed?: boolean
}

export type ActionRefusal =
  | 'invitation_not_yours'
  | 'invitation_settled'
  | 'invitation_expired'
  | 'invitation_needs_contract'
  | 'invitation_offered'
  | 'invitation_not_started'
  | 'invitation_started'
  | 'invitation_cancel_too_late'
  | 'invitation_edit_too_late'
  | 'invitation_full'
  | 'invitation_sign_too_early'
  | 'invitation_sign_too_late'
  | 'objection_too_late'
  | 'coach_unavailable'
  | 'trial_class_fixed'
  | 'past_class_due'

/** How long before the start 签到 opens, in milliseconds. Source: decision "The life of a class invitation". */
export const SIGN_OPENS_BEFORE_MS = 30 * 60_000

/**
 * How long after its end the coach is asked to complete a class, in milliseconds. The second value is when the clock
 * completes it.
 */
export const ASKED_TO_FINISH_AFTER_MS = 3_600_000
export const FINISHED_BY_CLOCK_AFTER_MS = 24 * 3_600_000

/** How long after its completion a player may object to what a class cost them, in milliseconds. */
export const OBJECTION_WITHIN_MS = 72 * 3_600_000

/** Whether the status can still change. A class that is over does not change. */
export function isLive(status: InvitationStatus): boolean {
  return status === 'PENDING' || status === 'CONFIRMED'
}

/**
 * The status according to the clock. A PENDING request past its expiry counts as EXPIRED before any job has recorded
 * that.
 */
export function effectiveStatus(
  { invitationStatus, expiresAt }: Pick<Invitation, 'invitationStatus' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  return invitationStatus === 'PENDING' && expiresAt.getTime() <= now.getTime() ? 'EXPIRED' : invitationStatus
}

/** Whether a class is upcoming or in progress: it has not ended, and is neither cancelled nor expired. */
export function isToCome(
  invitation: Pick<Invitation, 'invitationStatus' | 'expiresAt' | 'endsAt'>,
  now: Date,
): boolean {
  const status = effectiveStatus(invitation, now)
  return now.getTime() < invitation.endsAt.getTime() && (isLive(status) || status === 'COMPLETED')
}

/** Schedule display status: completed when COMPLETED or CONFIRMED, else pending. Source: specification §4. */
export function scheduleDisplayStatus(status: InvitationStatus): 'completed' | 'pending' {
  return status === 'COMPLETED' || status === 'CONFIRMED' ? 'completed' : 'pending'
}

/** What says for whom a waiting class waits. Replies carry `offeredAt` as text. */
type Waiting = Pick<Invitation, 'initiatorRole' | 'initiatorId' | 'coachId'> & { offeredAt: Date | string | null }

/**
 * Whether the present coach has still to agree. For a player's class always, unless the coach has offered another time.
 * For a coach's class only while it is handed over.
 */
export function waitsForCoach({ initiatorRole, initiatorId, coachId, offeredAt }: Waiting): boolean {
  return offeredAt === null && (initiatorRole === 'player' || initiatorId !== coachId)
}

/** Whether the coach has offered another time, so that the player who asked has to agree. */
export const isOffered = ({ offeredAt }: Pick<Waiting, 'offeredAt'>): boolean => offeredAt !== null

/** The actors of a person: the role in the invitation, and `admin` for the admin of its company. */
export function actorsOf(role: InvitationRole, isAdmin = false): Actor[] {
  return isAdmin ? [role, 'admin'] : [role]
}

/**
 * The actors of a person who cancels. A person with a role in the class acts in that role. An admin without a role acts
 * as the admin.
 */
export function cancelsAs(role: InvitationRole, isAdmin: boolean): Actor[] {
  return actorsOf(role, isAdmin && role === 'viewer')
}

/**
 * Why none of these actors may take this action now; undefined when one may.
 * An actor without any step is refused before the state of the class is checked. The server's refusals and the app's
 * buttons use this one rule.
 *
 * Source: decision "The life of a class invitation"
 */
export function whyNot(
  action: Exclude<InvitationAction, 'create' | 'record-past' | 'expire'>,
  invitation: Invitation,
  actors: readonly Actor[],
  now: Date,
): ActionRefusal | undefined {
  const steps = transitionsOf(action, invitation.initiatorRole, actors)
  if (steps.length === 0) return 'invitation_not_yours'
  const status = effectiveStatus(invitation, now)
  const open = steps.filter(({ from }) => from === status)
  if (open.length === 0) return status === 'EXPIRED' ? 'invitation_expired' : 'invitation_settled'
  return conditions[action]?.(
    invitation,
    open.map(({ by }) => by),
    now,
  )
}

type Condition = (invitation: Invitation, by: readonly Actor[], now: Date) => ActionRefusal | undefined

const hasStarted: Condition = ({ startsAt }, _by, now) =>
  now.getTime() >= startsAt.getTime() ? 'invitation_started' : undefined

/**
 * A player cannot move an active class once cancelling costs hours. A moved class waits for an answer again, and a
 * waiting request can be cancelled for free. A trial lesson was paid for one hour with one coach.
 */
const mayBeMoved: Condition = (invitation, by, now) => {
  if (invitation.trialId) return 'trial_class_fixed'
  if (invitation.signedAt) return 'invitation_settled'
  const isLate = invitation.invitationStatus === 'CONFIRMED' && now.getTime() > invitation.freeUntil.getTime()
  const onlyAsPlayer = invitation.initiatorRole === 'player' && by.every((actor) => actor === 'initiator')
  return hasStarted(invitation, by, now) ?? (isLate && onlyAsPlayer ? 'invitation_edit_too_late' : undefined)
}

/**
 * A player can cancel or leave a class only before it begins. From then on the coach signs who came, and who was on
 * leave. A class of the past counts as agreed to once it is due. Only an operator can then still call it off.
 */
const mayBeCalledOff: Condition = ({ startsAt, signedAt, pastReason, expiresAt }, by, now) => {
  const isDue = Boolean(pastReason) && now.getTime() >= expiresAt.getTime()
  if (isDue && by.some((actor) => actor === 'coach' || actor === 'admin')) return 'past_class_due'
  const isBegun = signedAt !== null || now.getTime() >= startsAt.getTime()
  return isBegun && actorsOfClub(by).length === 0 ? 'invitation_cancel_too_late' : undefined
}

/** Nobody but its player moves a class away from the time that the coach has offered. */
const mayChangeCoach: Condition = (invitation, by, now) =>
  isOffered(invitation) && !by.includes('initiator') ? 'invitation_offered' : mayBeMoved(invitation, by, now)

/** The players of a class that was entered after it was held answer until it is due. */
const mayAnswerPast: Condition = ({ pastReason, expiresAt }, _by, now) => {
  if (!pastReason) return 'invitation_settled'
  return now.getTime() >= expiresAt.getTime() ? 'past_class_due' : undefined
}

const conditions: Partial<Record<InvitationAction, Condition>> = {
  edit: mayBeMoved,
  cancel: mayBeCalledOff,
  'change-coach': mayChangeCoach,
  offer: hasStarted,
  accept: (invitation) => {
    if (!isOffered(invitation)) return 'invitation_settled'
    return invitation.isCoachAway ? 'coach_unavailable' : undefined
  },
  join: (invitation, by, now) => {
    if (by.includes('participant') && invitation.mustAgree) return undefined
    if (!by.includes('viewer')) return 'invitation_settled'
    const started = hasStarted(invitation, by, now)
    if (started) return started
    if (invitation.isCoachAway) return 'coach_unavailable'
    return invitation.seatsTaken >= invitation.participantsCount ? 'invitation_full' : undefined
  },
  decline: (invitation, by, now) => {
    if (by.includes('participant') && invitation.mustAgree) return undefined
    if (by.includes('viewer') && invitation.isInvited) return hasStarted(invitation, by, now)
    return by.includes('viewer') ? 'invitation_not_yours' : 'invitation_settled'
  },
  contract: (invitation, by, now) => {
    const isPaid = invitation.initiatorRole === 'player' && !invitation.needContract
    return isPaid ? 'invitation_settled' : hasStarted(invitation, by, now)
  },
  confirm: (invitation) => {
    if (isOffered(invitation)) return 'invitation_offered'
    if (!waitsForCoach(invitation)) return 'invitation_settled'
    return invitation.needContract ? 'invitation_needs_contract' : undefined
  },
  sign: ({ startsAt, dayEndsAt, pastReason }, _by, now) => {
    if (pastReason) return 'invitation_settled'
    if (now.getTime() < startsAt.getTime() - SIGN_OPENS_BEFORE_MS) return 'invitation_sign_too_early'
    return now.getTime() >= dayEndsAt.getTime() ? 'invitation_sign_too_late' : undefined
  },
  finish: ({ startsAt, endsAt, expiresAt, pastReason, isPastAgreed }, by, now) => {
    const isByClock = by.every((actor) => actor === 'clock')
    if (pastReason) {
      const isDue = isPastAgreed || now.getTime() >= expiresAt.getTime()
      return isByClock && isDue ? undefined : 'invitation_settled'
    }
    const from = isByClock ? endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS : startsAt.getTime()
    return now.getTime() < from ? 'invitation_not_started' : undefined
  },
  object: ({ completedAt }, _by, now) => {
    const until = (completedAt?.getTime() ?? 0) + OBJECTION_WITHIN_MS
    return now.getTime() > until ? 'objection_too_late' : undefined
  },
  'agree-past': mayAnswerPast,
  'object-past': mayAnswerPast,
}
