/**
 * The states of a student whom a club registered before they had an account. WAITING for their claim; CLAIMED by
 * themselves; GUARDED by a parent; REFUSED by who has the number; WITHDRAWN by the club.
 */
export const REGISTRATION_STATES = ['WAITING', 'CLAIMED', 'GUARDED', 'REFUSED', 'WITHDRAWN'] as const
export type RegistrationState = (typeof REGISTRATION_STATES)[number]

/** HOLDER: who proved the number, or has the code. CLUB: its admin, and for a code a coach of the student. */
type Party = 'HOLDER' | 'CLUB'

/** Every step with who takes it, from which states and to which. Showing a code changes no state. */
export const REGISTRATION_STEPS = {
  CLAIM: { by: 'HOLDER', from: ['WAITING'], to: 'CLAIMED' },
  GUARD: { by: 'HOLDER', from: ['WAITING'], to: 'GUARDED' },
  REFUSE: { by: 'HOLDER', from: ['WAITING'], to: 'REFUSED' },
  SHOW_CODE: { by: 'CLUB', from: ['WAITING', 'REFUSED'], to: 'WAITING' },
  CHANGE_PHONE: { by: 'CLUB', from: ['WAITING', 'REFUSED'], to: 'WAITING' },
  WITHDRAW: { by: 'CLUB', from: ['WAITING', 'REFUSED'], to: 'WITHDRAWN' },
} as const satisfies Record<string, { by: Party; from: readonly RegistrationState[]; to: RegistrationState }>
export type RegistrationStep = keyof typeof REGISTRATION_STEPS

const ENDED = {
  WAITING: 'roster_changed',
  CLAIMED: 'roster_claimed',
  GUARDED: 'roster_claimed',
  REFUSED: 'roster_changed',
  WITHDRAWN: 'roster_withdrawn',
} as const

/** Why a step cannot be taken from a state; undefined if it can. */
export function registrationStepFault(step: RegistrationStep, state: RegistrationState) {
  return REGISTRATION_STEPS[step].from.some((from) => from === state) ? undefined : ENDED[state]
}

/** What the holder of a number says of a registered student, with the step that it takes. */
export const CLAIM_ANSWERS = { SELF: 'CLAIM', CHILD: 'GUARD', UNKNOWN: 'REFUSE' } as const satisfies Record<
  string,
  RegistrationStep
>
export type ClaimAnswer = keyof typeof CLAIM_ANSWERS

/** Why these answers cannot be given together; undefined if they can. Nobody is two students of one club. */
export function claimAnswersFault(answers: readonly { companyId: string; answer: ClaimAnswer }[]) {
  const oneself = answers.filter(({ answer }) => answer === 'SELF').map(({ companyId }) => companyId)
  return new Set(oneself).size < oneself.length ? ('roster_one_self' as const) : undefined
}

const CODE_VALID_MS = 7 * 86_400_000

/** When a code that is shown now ends. */
export function codeExpiryOf(now: Date): Date {
  return new Date(now.getTime() + CODE_VALID_MS)
}

/** The letters and digits of a code. None of them looks like another. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const CODE_LENGTH = 8

/** A typed code as it is compared: capitals without blanks and hyphens. */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
}
