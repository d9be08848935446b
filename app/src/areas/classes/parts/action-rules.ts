import { errors } from '@paidang/api/catalogue/errors'
import {
  type ActionRefusal,
  actorsOf,
  cancelsAs,
  effectiveStatus,
  isLive,
  waitsForCoach,
  whyNot,
} from '@paidang/domain/areas/classes/invitation'
import { isOut } from '@paidang/domain/areas/classes/seat'
import { type InvitationInfo, ownSeat } from './invitation-info'

/** A button of the booking view: absent, or drawn, and then possible now or grey with its reason. */
export type ActionState = { reason?: string }

/** What the caller sees of the actions now. A part that is absent is not drawn: his role never may, or its time is over. */
export type ClassActions = {
  edit?: ActionState
  join?: ActionState
  /** Whoever has a seat in a coach's class says yes to what the coach has changed: the participant's step of joining. */
  agree?: ActionState
  /** Whoever was asked to come, or to agree to a change, says no. */
  decline?: ActionState
  contract?: ActionState
  confirm?: ActionState
  sign?: ActionState
  finish?: ActionState
  cancel?: ActionState
  changeCoach?: ActionState
  calendar?: ActionState
  /** Who made or teaches the class gives it another share link. */
  renewShare?: ActionState
  /** Below the row of signing and completing: what they wait for. */
  condition?: string
}

/** What the actions are derived from. */
export type ActionFacts = Pick<InvitationInfo, 'invitation' | 'coach' | 'reqUser' | 'responsePlayers' | 'share'>

/** Refusals after which an action does not come back: it is not drawn any more. */
const OVER: readonly ActionRefusal[] = [
  'invitation_not_yours',
  'invitation_settled',
  'invitation_expired',
  'invitation_started',
  'invitation_cancel_too_late',
]

/** What this caller may do now, by the rules that the server applies. Source: ux specification "约课详情", main by role and state. */
export function classActions(info: ActionFacts, now: Date): ClassActions {
  const { reqUser, coach } = info
  const { mustAgree, isInvited } = reqUser
  const invitation = { ...info.invitation, mustAgree, isInvited, isCoachAway: coach.isAway }
  const status = effectiveStatus(invitation, now)
  if (!isLive(status)) return {}
  const actors = actorsOf(reqUser.role, reqUser.isCompanyAdmin)
  const by = (action: Parameters<typeof whyNot>[0]) => drawn(whyNot(action, invitation, actors, now))
  const isParticipant = reqUser.role === 'participant'
  const isOwner = reqUser.role === 'initiator' || reqUser.role === 'coach'

  const forAll: ClassActions = {
    edit: by('edit'),
    changeCoach: by('change-coach'),
    cancel: reqUser.cancellation
      ? drawn(whyNot('cancel', invitation, cancelsAs(reqUser.role, reqUser.isCompanyAdmin), now))
      : undefined,
    // A class that a coach hands over waits for the coach, not for its players.
    agree: isParticipant && !waitsForCoach(invitation) ? by('join') : undefined,
    decline: by('decline'),
    join: mayAskForSeat(info) ? by('join') : undefined,
    calendar:
      status === 'CONFIRMED' && reqUser.role !== 'viewer' && now.getTime() < invitation.endsAt.getTime()
        ? {}
        : undefined,
    renewShare: reqUser.shareToken !== null && isOwner ? {} : undefined,
  }
  if (reqUser.role === 'coach') return { ...forAll, ...coachActions(info, now) }
  if (reqUser.role !== 'viewer' || !reqUser.isCompanyAdmin) return forAll
  const adminMay = (action: 'sign' | 'finish') => stateOf(whyNot(action, invitation, ['admin'], now))
  return status === 'CONFIRMED' ? { ...forAll, sign: adminMay('sign'), finish: adminMay('finish') } : forAll
}

/** The steps of the class itself, which are its coach's. */
function coachActions({ invitation }: ActionFacts, now: Date): ClassActions {
  const by = (action: Parameters<typeof whyNot>[0]) => whyNot(action, invitation, ['coach'], now)
  const signRefusal = by('sign')
  const sign = stateOf(signRefusal)
  const finish = stateOf(by('finish'))
  const contract = drawn(by('contract'))
  if (effectiveStatus(invitation, now) === 'PENDING') {
    // A request of the coach's own waits for players, not for him.
    const confirm = waitsForCoach(invitation) ? stateOf(by('confirm')) : undefined
    const condition = '签到、完成在确认后可用'
    return { contract, confirm, sign: { reason: condition }, finish: { reason: condition }, condition }
  }
  // That it is too early to sign stands at the main button of the bar.
  const told = signRefusal === 'invitation_sign_too_early' ? {} : sign
  const condition = conditionOf({ sign: told, finish, isSigned: invitation.signedAt !== null })
  return { contract, sign, finish, condition }
}

/** Whether the caller is one whom the server lets take a seat: invited, here by a share link, or with a seat he gave back. */
function mayAskForSeat(info: ActionFacts): boolean {
  if (info.reqUser.role !== 'viewer') return false
  return info.reqUser.isInvited || info.share !== null || isOut(ownSeat(info)?.responseStatus)
}

function conditionOf({
  sign,
  finish,
  isSigned,
}: {
  sign: ActionState
  finish: ActionState
  isSigned: boolean
}): string | undefined {
  const reasons = [sign.reason]
  if (finish.reason) reasons.push(isSigned ? finish.reason : '签到之后可以完成')
  else if (!isSigned) reasons.push('未签到的学员按到场计')
  return reasons.filter(Boolean).join('，') || undefined
}

function drawn(refusal: ActionRefusal | undefined): ActionState | undefined {
  return refusal && OVER.includes(refusal) ? undefined : stateOf(refusal)
}

function stateOf(refusal: ActionRefusal | undefined): ActionState {
  return refusal ? { reason: errors[refusal].message } : {}
}
