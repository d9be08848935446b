import type { Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import type { InvitationAction, InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import type { Day } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { CoursePlan } from './clubs.ts'
import type { Person } from './people.ts'
import type { CourtPlan } from './places.ts'

/**
 * A contract before it is a row. Without `grants` the bought hours follow from its classes. An `ending` contract gets
 * no further bookings: exactly its reserve is left.
 */
export type ContractPlan = {
  player: Person
  course: CoursePlan
  coach: Person
  fate: 'active' | 'ending' | 'used-up' | 'expired'
  signedAt: Date
  expiryDate: Day
  grants: Grant[]
  /** The minimum of hours left on a contract without `grants`. */
  reserve: number
}

/** Lesson hours bought or given. */
export type Grant = { at: Date; hours: number; kind: 'GRANT' | 'ADJUST'; reason: string }

/** Somebody who gets a seat. `contract` pays; null where another player pays or nobody can yet. */
export type SeatRequestPlan = { player: Person; contract: ContractPlan | null; state: 'INVITED' | 'JOINED' }

/**
 * The outcome of a class. A `held` class is completed if its time has come, else confirmed. A `waiting` class is
 * unanswered.
 */
export type ClassOutcome =
  | { kind: 'held' }
  | { kind: 'waiting' }
  | { kind: 'expired' }
  | { kind: 'cancelled'; actorId: 'player' | 'coach'; hoursBefore: number; reason: string }

/** A class to plan, before its history is known. Half-hours are indices, end exclusive. */
export type ClassRequestPlan = {
  course: CoursePlan
  coach: Person
  court: CourtPlan
  day: Day
  begin: HalfHour
  end: HalfHour
  /** The coach, or the first of the players. */
  initiator: Person
  seats: SeatRequestPlan[]
  participantsCount: number
  fate: ClassOutcome
  useUnavailable: boolean
  needContract: boolean
  messageToCoach: string
  messageToPlayers: string
  /** The coach who had confirmed the class before its hand-over to the present one. */
  formerCoach: Person | null
}

/** A seat with its history. */
export type SeatPlan = SeatRequestPlan & { joinedAt: Date; attendance: Attendance | null }

/** One step of the audit trail. */
export type EventPlan = {
  at: Date
  action: InvitationAction
  from: InvitationStatus | null
  to: InvitationStatus
  actor: Person | null
  reason: string
}

/** A class with its complete history. */
export type ClassPlan = Omit<ClassRequestPlan, 'seats' | 'fate'> & {
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

/**
 * Whether the class has claims on its half-hours: while it is live, and forever once it was held. Source: invariant C2.
 */
export function holdsClaims({ status }: Pick<ClassPlan, 'status'>): boolean {
  return status === 'PENDING' || status === 'CONFIRMED' || status === 'COMPLETED'
}
