/** The states of a coach's invitation of a student (邀请学员) as they are stored; EXPIRED is told by the clock. */
export const STUDENT_INVITATION_STATES = ['PENDING', 'ACCEPTED', 'WITHDRAWN'] as const
type StoredState = (typeof STUDENT_INVITATION_STATES)[number]
export const SHOWN_INVITATION_STATES = [...STUDENT_INVITATION_STATES, 'EXPIRED'] as const
export type ShownInvitationState = (typeof SHOWN_INVITATION_STATES)[number]

type Side = 'COACH' | 'INVITED'

/** Every step with who takes it, from which states and to which. A renewed invitation has another link. */
export const STUDENT_INVITATION_STEPS = {
  ACCEPT: { by: 'INVITED', from: ['PENDING'], to: 'ACCEPTED' },
  WITHDRAW: { by: 'COACH', from: ['PENDING'], to: 'WITHDRAWN' },
  RENEW: { by: 'COACH', from: ['PENDING', 'WITHDRAWN', 'EXPIRED'], to: 'PENDING' },
} as const satisfies Record<string, { by: Side; from: readonly ShownInvitationState[]; to: StoredState }>
export type StudentInvitationStep = keyof typeof STUDENT_INVITATION_STEPS

type Invitation = { state: StoredState; expiresAt: Date }

/** The state at an instant. At the end of the seven days it has expired. */
export function studentInvitationStateAt({ state, expiresAt }: Invitation, now: Date): ShownInvitationState {
  return state === 'PENDING' && now >= expiresAt ? 'EXPIRED' : state
}

const ENDED = {
  PENDING: 'student_invitation_open',
  ACCEPTED: 'student_invitation_used',
  WITHDRAWN: 'student_invitation_withdrawn',
  EXPIRED: 'student_invitation_expired',
} as const

/** Why a step cannot be taken now; undefined if it can. */
export function studentInvitationFault(step: StudentInvitationStep, invitation: Invitation, now: Date) {
  const state = studentInvitationStateAt(invitation, now)
  return STUDENT_INVITATION_STEPS[step].from.some((from) => from === state) ? undefined : ENDED[state]
}

/** How who opens a link stands to it: only who proved the invited number may agree. */
export const INVITED_STANDINGS = ['GUEST', 'SELF', 'OTHER_PHONE', 'UNPROVED', 'READY'] as const
export type InvitedStanding = (typeof INVITED_STANDINGS)[number]

/** The reason why each standing cannot agree. A guest logs in first. */
export const STANDING_FAULTS = {
  GUEST: 'session_expired',
  SELF: 'student_is_oneself',
  OTHER_PHONE: 'student_invitation_other_phone',
  UNPROVED: 'student_invitation_unproved',
  READY: undefined,
} as const satisfies Record<InvitedStanding, string | undefined>

/** Compares the number of who opens the link. A number that was only typed proves nothing. */
export function invitedStanding(
  reader: { isCoach: boolean; phone: string | null; phoneVerified: boolean } | undefined,
  invitedPhone: string,
): InvitedStanding {
  if (!reader) return 'GUEST'
  if (reader.isCoach) return 'SELF'
  if (reader.phone !== null && reader.phone !== invitedPhone) return 'OTHER_PHONE'
  return reader.phone !== null && reader.phoneVerified ? 'READY' : 'UNPROVED'
}

const VALID_MS = 7 * 86_400_000

/** When an invitation that is sent now ends. */
export function studentInvitationExpiry(now: Date): Date {
  return new Date(now.getTime() + VALID_MS)
}
