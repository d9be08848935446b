import type { Attendance } from '@paidang/domain/areas/classes/invitation'
import type { InvitationAction, InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import type { Day } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { CoursePlan } from './clubs.ts'
import type { Person } from './people.ts'
import type { CourtPlan } from './places.ts'

/**
 * A contract before it is a row. What was bought is known only after its classes, unless `grants` are given. On one that is
 * `ending` nothing more is booked: it has its reserve left and no more.
 */
export type ContractPlan = {
  player: Person
  course: CoursePlan
  coach: Person
  fate: 'active' | 'ending' | 'used-up' | 'expired'
  signedAt: Date
  expiryDate: Day
  grants: Grant[]
  /** Hours that a contract without `grants` has left at least. */
  reserve: number
}

/** Lesson hours bought or given. */
export type Grant = { at: Date; hours: number; kind: 'GRANT' | 'ADJUST'; reason: string }

/** Somebody who is to have a seat; `contract` pays, null where another one pays or nobody can yet. */
export type SeatWish = { player: Person; contract: ContractPlan | null; state: 'INVITED' | 'JOINED' }

/** How a class is to end: `held` if its time has come, else it stands; `waiting` is still unanswered. */
export type ClassFate =
  | { kind: 'held' }
  | { kind: 'waiting' }
  | { kind: 'expired' }
  | { kind: 'cancelled'; by: 'player' | 'coach'; hoursBefore: number; reason: string }

/** A class that is to be, before its story is told. Half-hours are indices, end exclusive. */
export type ClassWish = {
  course: CoursePlan
  coach: Person
  court: CourtPlan
  day: Day
  begin: HalfHour
  end: HalfHour
  /** The coach, or the first of the players. */
  initiator: Person
  seats: SeatWish[]
  participantsCount: number
  fate: ClassFate
  useUnavailable: boolean
  needContract: boolean
  messageToCoach: string
  messageToPlayers: string
  /** The coach who had confirmed it before it was given to the present one. */
  formerCoach: Person | null
}

/** A seat with what happened to it. */
export type SeatPlan = SeatWish & { joinedAt: Date; attendance: Attendance | null }

/** One step of the audit trail. */
export type EventPlan = {
  at: Date
  action: InvitationAction
  from: InvitationStatus | null
  to: InvitationStatus
  actor: Person | null
  reason: string
}

/** A class with its whole story. */
export type ClassPlan = Omit<ClassWish, 'seats' | 'fate'> & {
  startsAt: Date
  consumedSessions: number
  seats: SeatPlan[]
  status: InvitationStatus
  createdAt: Date
  expiresAt: Date
  confirmedAt: Date | null
  signedAt: Date | null
  completedAt: Date | null
  cancelled: { at: Date; by: Person; reason: string; isLate: boolean; costsHours: boolean } | null
  events: EventPlan[]
}

/** Whether the class holds its half-hours: while it is live, and for good once it was held. Source: invariant C2. */
export function keepsClaims({ status }: Pick<ClassPlan, 'status'>): boolean {
  return status === 'PENDING' || status === 'CONFIRMED' || status === 'COMPLETED'
}
