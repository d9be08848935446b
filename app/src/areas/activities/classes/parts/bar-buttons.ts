import { effectiveStatus, waitsForCoach } from '@paidang/domain/areas/classes/invitation'
import type { IconName } from '../../../../ui/icon'
import { type ActionContext, type ActionState, classActions } from './action-rules'

/** What a press in the booking view does. `hours` opens the contract that pays, `again` the booking page. */
export type ActionKey =
  | 'edit'
  | 'join'
  | 'agree'
  | 'decline'
  | 'contract'
  | 'confirm'
  | 'sign'
  | 'finish'
  | 'cancel'
  | 'changeCoach'
  | 'calendar'
  | 'hours'
  | 'again'

/** A button of the bar at the foot. */
export type BarButton = {
  key: ActionKey
  text: string
  /** The one main button is filled. A destructive button beside it is red. */
  kind: 'filled' | 'plain' | 'danger'
  icon?: IconName
  /** Why it cannot be pressed now. */
  reason?: string
  disabled: boolean
}

/**
 * Returns the bar for this caller at this moment, the main button last. Source: ux specification "约课详情", main by role
 * and state.
 */
export function barButtons(info: ActionContext, now: Date): BarButton[] {
  switch (info.reqUser.role) {
    case 'coach':
      return coachButtons(info, now)
    case 'initiator':
      return initiatorButtons(info, now)
    case 'participant':
      return participantButtons(info, now)
    case 'viewer':
      return viewerButtons(info, now)
  }
}

function coachButtons(info: ActionContext, now: Date): BarButton[] {
  const { invitation } = info
  const { confirm, cancel, sign, finish, contract, edit } = classActions(info, now)
  const side = some(cancel && button('cancel', '取消', 'danger'))
  switch (effectiveStatus(invitation, now)) {
    case 'PENDING':
      // In a player's class 缔约 comes first: a request without a contract cannot be confirmed.
      if (invitation.needContract && contract) return [...side, button('contract', '缔约', 'filled', contract)]
      if (confirm) return [...side, button('confirm', '确认约课', 'filled', confirm)]
      return edit ? [...side, button('edit', '修改约课', 'filled', edit)] : side
    case 'CONFIRMED':
      return [
        ...side,
        invitation.signedAt || now.getTime() >= invitation.dayEndsAt.getTime()
          ? button('finish', '完成约课', 'filled', finish, 'check')
          : button('sign', '为学员签到', 'filled', sign, 'check'),
      ]
    default:
      return []
  }
}

function initiatorButtons(info: ActionContext, now: Date): BarButton[] {
  const { invitation } = info
  const { cancel, edit, calendar } = classActions(info, now)
  const side = some(cancel && button('cancel', '取消约课', 'plain'))
  switch (effectiveStatus(invitation, now)) {
    case 'PENDING':
      if (invitation.needContract) return [...side, button('hours', '查看合同', 'filled')]
      return [...side, ...some(edit && button('edit', '修改时段', 'filled', edit))]
    case 'CONFIRMED':
      if (invitation.signedAt) return [button('hours', '查看课时', 'filled')]
      return [...side, ...some(calendar && button('calendar', '加到日历', 'filled', calendar, 'calendar'))]
    default:
      // A coach who tried to hand over a class does not book one with the other coach.
      return waitsForCoach(invitation) && invitation.initiatorRole === 'coach'
        ? []
        : [button('again', '再约一次', 'filled')]
  }
}

function participantButtons(info: ActionContext, now: Date): BarButton[] {
  const { cancel, agree, decline } = classActions(info, now)
  if (agree && decline)
    return [button('decline', '拒绝', 'plain', decline), button('agree', '同意修改', 'filled', agree)]
  return some(cancel && button('cancel', '退出', 'plain'))
}

/** Returns the buttons of a viewer. The admin of the company may also act for the coach, or change the coach. */
function viewerButtons(info: ActionContext, now: Date): BarButton[] {
  const { join, decline, changeCoach, cancel, sign, finish } = classActions(info, now)
  if (sign && finish) {
    const isToSign = sign.reason === undefined && info.invitation.signedAt === null
    const step = isToSign ? button('sign', '为学员签到', 'filled', sign, 'check') : undefined
    const next = step ?? (finish.reason ? undefined : button('finish', '完成约课', 'filled', finish, 'check'))
    if (next) return [...some(cancel && button('cancel', '取消', 'danger')), next]
  }
  return [
    ...some(cancel && button('cancel', '取消', 'danger')),
    ...some(changeCoach && button('changeCoach', '更换教练', join ? 'plain' : 'filled', changeCoach)),
    ...some(decline && button('decline', '拒绝', 'plain', decline)),
    ...some(join && button('join', '参与约课', 'filled', join)),
  ]
}

function button(
  key: ActionKey,
  text: string,
  kind: BarButton['kind'],
  state: ActionState = {},
  icon?: IconName,
): BarButton {
  return { key, text, kind, icon, reason: state.reason, disabled: state.reason !== undefined }
}

function some(one: BarButton | undefined): BarButton[] {
  return one ? [one] : []
}
