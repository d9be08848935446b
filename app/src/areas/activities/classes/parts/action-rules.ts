import { errors } from '@paidang/api/catalogue/errors'
import {
  type ActionRefusal,
  actorsOf,
  cancelsAs,
  effectiveStatus,
  isLive,
  waitsForCoach,
  whyNot,
} from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { leftCompanyText } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { type InvitationInfo, ownSeat } from './invitation-info'

/** What a press in the booking view does. `hours` opens the contract that pays, `buy` the packages, `again` the booking page. */
export type ActionKey =
  | 'edit'
  | 'join'
  | 'agree'
  | 'decline'
  | 'contract'
  | 'confirm'
  | 'offer'
  | 'accept'
  | 'sign'
  | 'finish'
  | 'cancel'
  | 'changeCoach'
  | 'calendar'
  | 'hours'
  | 'buy'
  | 'again'

/**
 * The state of a button in the booking view. It is possible now, or disabled with a reason. A button that is not shown
 * has no state.
 */
export type ActionState = { reason?: string }

/** The actions that the caller sees now. An absent one is not shown: the role never allows it, or its time is over. */
export type ClassActions = {
  edit?: ActionState
  join?: ActionState
  /**
   * A player with a seat in a coach's class accepts the coach's change. For the server this is a participant who joins.
   */
  agree?: ActionState
  /** A player declines an invitation or a change. */
  decline?: ActionState
  contract?: ActionState
  confirm?: ActionState
  /** The coach offers another time for a player's request. */
  offer?: ActionState
  /** The player agrees to the time that the coach has offered. */
  accept?: ActionState
  sign?: ActionState
  finish?: ActionState
  cancel?: ActionState
  changeCoach?: ActionState
  calendar?: ActionState
  /** Shown below the row of signing and completing: what they wait for. */
  condition?: string
}

/** The input from which the actions are derived. */
export type ActionContext = Pick<
  InvitationInfo,
  'invitation' | 'coach' | 'reqUser' | 'responsePlayers' | 'share' | 'clashes'
>

/** Refusals that are final for an action: its button is no longer shown. */
const OVER: readonly ActionRefusal[] = [
  'invitation_not_yours',
  'invitation_settled',
  'invitation_expired',
  'invitation_started',
  'invitation_cancel_too_late',
]

/** What a class takes no more once its coach has left its company. */
const OF_A_MEMBER = ['edit', 'join', 'agree', 'contract', 'confirm', 'accept'] as const

/**
 * Returns what this caller may do now, by the rules of the server. Source: ux specification "约课详情", main by role and
 * state.
 */
export function classActions(info: ActionContext, now: Date): ClassActions {
  const actions = usualActions(info, now)
  if (!info.coach.hasLeft) return actions
  const reason = leftCompanyText(info.reqUser.role === 'coach')
  const stopped = OF_A_MEMBER.filter((key) => actions[key]).map((key) => [key, { reason }])
  return { ...actions, ...Object.fromEntries(stopped), offer: undefined }
}

function usualActions(info: ActionContext, now: Date): ClassActions {
  const { reqUser, coach } = info
  const { mustAgree, isInvited } = reqUser
  const invitation = { ...info.invitation, mustAgree, isInvited, isCoachAway: coach.isAway }
  const status = effectiveStatus(invitation, now)
  if (!isLive(status)) return {}
  const actors = actorsOf(reqUser.role, reqUser.isCompanyAdmin)
  const by = (action: Parameters<typeof whyNot>[0]) => drawn(whyNot(action, invitation, actors, now))
  const isParticipant = reqUser.role === 'participant'

  const forAll: ClassActions = {
    edit: by('edit'),
    changeCoach: by('change-coach'),
    cancel: reqUser.cancellation
      ? drawn(whyNot('cancel', invitation, cancelsAs(reqUser.role, reqUser.isCompanyAdmin), now))
      : undefined,
    // A class that is being handed over waits for the new coach, not for its players.
    agree: isParticipant && !waitsForCoach(invitation) ? by('join') : undefined,
    decline: by('decline'),
    accept: by('accept'),
    join: mayAskForSeat(info) ? by('join') : undefined,
    calendar:
      status === 'CONFIRMED' && reqUser.role !== 'viewer' && now.getTime() < invitation.endsAt.getTime()
        ? {}
        : undefined,
  }
  // A class that was entered after it was held waits for its players alone.
  if (invitation.pastReason) return { cancel: forAll.cancel }
  if (reqUser.role === 'coach') return { ...forAll, ...coachActions(info, now) }
  if (reqUser.role !== 'viewer' || !reqUser.isCompanyAdmin) return forAll
  const adminMay = (action: 'sign' | 'finish') => stateOf(whyNot(action, invitation, ['admin'], now))
  return status === 'CONFIRMED' ? { ...forAll, sign: adminMay('sign'), finish: adminMay('finish') } : forAll
}

/** Returns the actions that only the coach of the class has. */
function coachActions({ invitation }: ActionContext, now: Date): ClassActions {
  const by = (action: Parameters<typeof whyNot>[0]) => whyNot(action, invitation, ['coach'], now)
  const signRefusal = by('sign')
  const sign = stateOf(signRefusal)
  const finish = stateOf(by('finish'))
  const contract = drawn(by('contract'))
  if (effectiveStatus(invitation, now) === 'PENDING') {
    // A class that the coach made waits for players, not for the coach.
    const confirm = waitsForCoach(invitation) ? stateOf(by('confirm')) : undefined
    const condition = '签到、完成在确认后可用'
    const offer = drawn(by('offer'))
    return { contract, confirm, offer, sign: { reason: condition }, finish: { reason: condition }, condition }
  }
  // The main button of the bar already says that it is too early to sign.
  const told = signRefusal === 'invitation_sign_too_early' ? {} : sign
  const condition = conditionOf({ sign: told, finish, isSigned: invitation.signedAt !== null })
  return { contract, sign, finish, condition }
}

/** Whether the server lets the caller take a seat. They are invited, came by a share link, or gave back a seat. */
function mayAskForSeat(info: ActionContext): boolean {
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
  else if (!isSigned) reasons.push('未签到，按到场算')
  return reasons.filter(Boolean).join('，') || undefined
}

function drawn(refusal: ActionRefusal | undefined): ActionState | undefined {
  return refusal && OVER.includes(refusal) ? undefined : stateOf(refusal)
}

function stateOf(refusal: ActionRefusal | undefined): ActionState {
  return refusal ? { reason: errors[refusal].message } : {}
}
