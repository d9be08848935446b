import { USER_TYPES, type UserType } from '../../../kernel/access.ts'

/** How a coach comes to a company: its admin invites, or the coach asks. */
export const INVITATION_KINDS = ['INVITE', 'REQUEST'] as const
export type InvitationKind = (typeof INVITATION_KINDS)[number]

export const INVITATION_STATES = ['PENDING', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

const VALID_MS = 7 * 86_400_000

/** When an invitation that is made now ends without an answer. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + VALID_MS)
}

/** Who takes part: the one who has to answer, the one who waits, and nobody else. */
type Part = 'ASKED' | 'ASKING'
type People = { isAdmin: boolean; isCoach: boolean }

/** The part of a person in an invitation. */
export function partIn(kind: InvitationKind, { isAdmin, isCoach }: People): Part | undefined {
  if (isAdmin) return kind === 'INVITE' ? 'ASKING' : 'ASKED'
  if (isCoach) return kind === 'INVITE' ? 'ASKED' : 'ASKING'
  return undefined
}

/** Every step from PENDING, with who takes it. Only the admin sets terms, and only of an invitation of theirs. */
export const INVITATION_STEPS = {
  ACCEPT: { by: 'ASKED', kinds: INVITATION_KINDS, to: 'ACCEPTED' },
  REFUSE: { by: 'ASKED', kinds: INVITATION_KINDS, to: 'REFUSED' },
  WITHDRAW: { by: 'ASKING', kinds: INVITATION_KINDS, to: 'WITHDRAWN' },
  CHANGE: { by: 'ASKING', kinds: ['INVITE'], to: 'PENDING' },
} as const satisfies Record<string, { by: Part; kinds: readonly InvitationKind[]; to: InvitationState }>
export type InvitationStep = keyof typeof INVITATION_STEPS

type Invitation = { kind: InvitationKind; state: InvitationState; expiresAt: Date }

/** The state at an instant. At the end of the seven days it has expired, whether or not a job wrote that down. */
export function invitationStateAt({ state, expiresAt }: Pick<Invitation, 'state' | 'expiresAt'>, now: Date) {
  return state === 'PENDING' && now >= expiresAt ? 'EXPIRED' : state
}

const ENDED = {
  ACCEPTED: 'company_invitation_answered',
  REFUSED: 'company_invitation_answered',
  WITHDRAWN: 'company_invitation_withdrawn',
  EXPIRED: 'company_invitation_expired',
} as const

/** Why a person may not take a step now; undefined if they may. */
export function invitationStepFault(step: InvitationStep, invitation: Invitation, people: People, now: Date) {
  const { by, kinds } = INVITATION_STEPS[step]
  const isTheirs = partIn(invitation.kind, people) === by && kinds.some((kind) => kind === invitation.kind)
  if (!isTheirs) return 'action_forbidden' as const
  const state = invitationStateAt(invitation, now)
  return state === 'PENDING' ? undefined : ENDED[state]
}

type Candidate = {
  userType: number
  isVerified: boolean
  isMember: boolean
  /** The account is closed or suspended, or the coach and the admin have blocked each other. */
  isBarred: boolean
}

export const JOINING_FAULTS = ['company_joining_barred', 'company_coach_already', 'coach_not_verified'] as const
export type JoiningFault = (typeof JOINING_FAULTS)[number]

/** Why a person cannot become a coach of the company; undefined if they can. */
export function joiningFault({ userType, isVerified, isMember, isBarred }: Candidate): JoiningFault | undefined {
  if (isBarred) return 'company_joining_barred'
  if (isMember) return 'company_coach_already'
  return userType === USER_TYPES.PLAYER || !isVerified ? 'coach_not_verified' : undefined
}

type Teaching = {
  /** The userType so far. */
  before: UserType
  /** For how many clubs the coach teaches now. One-person companies do not count. */
  clubs: number
  /** Whether the coach is the admin of a club. */
  leads: boolean
}

/**
 * The userType of a coach who joined or left a club: that of one club is its coach, that of several is contracted to
 * them. An admin always has userType 1. Without a club it stays as it was.
 */
export function userTypeAt({ before, clubs, leads }: Teaching): UserType {
  if (clubs === 0 || before === USER_TYPES.PLAYER) return before
  return clubs === 1 || leads ? USER_TYPES.COACH : USER_TYPES.COMPANY_COACH
}
