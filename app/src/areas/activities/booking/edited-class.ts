import type { FullInfo } from '@paidang/api/areas/classes'
import { errors } from '@paidang/api/catalogue/errors'
import { actorsOf, whyNot } from '@paidang/domain/areas/classes/invitation'
import type { SlotRange } from '@paidang/domain/areas/schedule/selection'
import type { Day } from '@paidang/domain/kernel/day'
import { asRulesWant } from './class-times'

/** The steps that edit mode completes automatically, in this order. Source: specification §3 "Edit-mode flags". */
export const EDIT_STEPS = ['invitation', 'coach', 'stadium', 'date', 'courseContract', 'timeSlots'] as const
type EditStep = (typeof EDIT_STEPS)[number]
type EditFlags = Record<EditStep, boolean>

/**
 * The class that is being edited, as it is now. Edit mode chooses from it, and the selection rules ignore its own
 * half-hours.
 */
export type EditedClass = SlotRange & {
  inviteId: string
  /** The revision that its maker saw. */
  revision: number
  courseDate: Day
  coachId: string
  stadiumId: string
  course: { id: string; name: string }
  useUnavailable: boolean
  seatsTaken: number
  /** The contract that pays the class, and the hours that it holds there. They are free again for the changed class. */
  hold: { contractId: string; sessions: number } | null
  flags: EditFlags
}

/** Converts the class of the booking view for edit mode, with no step done except the class itself. */
export function editedOf({ invitation, responsePlayers, reqUser }: FullInfo): EditedClass {
  const own = responsePlayers.find(({ responderId }) => responderId === reqUser.userId)
  const { contract } = reqUser
  return {
    inviteId: invitation.id,
    revision: invitation.revision,
    courseDate: invitation.courseDate,
    courtCode: invitation.courtCode,
    beginTimeSlot: invitation.beginTimeSlot,
    endTimeSlot: invitation.endTimeSlot,
    coachId: invitation.coachId,
    stadiumId: invitation.stadiumId,
    course: { id: invitation.courseDesignId, name: invitation.courseDesignName },
    useUnavailable: invitation.useUnavailable,
    seatsTaken: invitation.seatsTaken,
    hold: contract && own && own.heldSessions > 0 ? { contractId: contract.id, sessions: own.heldSessions } : null,
    flags: {
      invitation: true,
      coach: false,
      stadium: false,
      date: false,
      courseContract: false,
      timeSlots: false,
    },
  }
}

/** Marks steps of edit mode as done. */
export function withFlags(edited: EditedClass, ...steps: readonly EditStep[]): EditedClass {
  const flags = { ...edited.flags }
  for (const step of steps) flags[step] = true
  return { ...edited, flags }
}

/** Says why the caller cannot edit this class now, with the text of the server; undefined when they can. */
export function editRefusalText({ invitation, reqUser }: FullInfo, now: Date): string | undefined {
  const refusal = whyNot('edit', asRulesWant(invitation), actorsOf(reqUser.role), now)
  return refusal && errors[refusal].message
}
