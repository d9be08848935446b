import { effectiveStatus, isOffered, waitsForCoach } from '@paidang/domain/areas/activities/classes/invitation'
import { yieldsTo } from '@paidang/domain/areas/time/schedule/class-clash'
import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { ActionBar, useTurnedBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Icon, type IconName } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { useFeature } from '../../../ground/features/features-data'
import styles from '../invitation-view.module.scss'
import { type ActionContext, type ActionKey, type ActionState, type ClassActions, classActions } from './action-rules'
import { type InvitationInfo, isAsked } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** A button of the bar at the foot. */
type BarButton = {
  key: ActionKey
  text: string
  /** The one main button is filled. A destructive button beside it is red. */
  kind: 'filled' | 'plain' | 'danger'
  icon?: IconName
  /** Why it cannot be pressed now. */
  reason?: string
  disabled: boolean
}

type Props = { info: InvitationInfo; actions: InvitationActions }

/**
 * The bar at the foot: what this caller may do now. Each button has its own busy indicator. It updates with the clock.
 */
export function InvitationBar(props: Props) {
  const { invitation, reqUser } = props.info
  return reqUser.role === 'initiator' && invitation.needContract ? <UnpaidBar {...props} /> : <Bar {...props} />
}

/** Only here it matters what is sold, so only here it is asked. */
const UnpaidBar = (props: Props) => <Bar {...props} sellsHours={useFeature('packages')} />

/** What acts at once comes where one would leave the class, or choose another time. */
const AFTER: Partial<Record<ActionKey, readonly ActionKey[]>> = {
  agree: ['cancel'],
  accept: ['cancel', 'edit'],
  confirm: ['cancel', 'offer'],
}

function Bar({ info, actions, sellsHours }: Props & { sellsHours?: boolean | undefined }) {
  const now = useMinute()
  const buttons = barButtons(info, now, sellsHours)
  const [main] = buttons.slice(-1)
  const press = useTurnedBar({ main: main?.key, after: AFTER })
  if (buttons.length === 0) return null
  return (
    <ActionBar
      actions={buttons.map(({ key, text, kind, icon, reason, disabled }) => (
        <Button
          key={key}
          kind={kind}
          icon={icon}
          full={kind === 'filled' || buttons.length === 1}
          disabled={disabled}
          reason={reason}
          busy={actions.busy[key]}
          onPress={() => press(key, text, () => actions.press(key))}
        >
          {text}
        </Button>
      ))}
    />
  )
}

/**
 * Returns the bar for this caller at this moment, the main button last. Source: ux specification "约课详情", main by role
 * and state. `sellsHours`: the deployment sells packages.
 */
export function barButtons(info: ActionContext, now: Date, sellsHours = false): BarButton[] {
  switch (info.reqUser.role) {
    case 'coach':
      return coachButtons(info, now)
    case 'initiator':
      return initiatorButtons(info, now, sellsHours)
    case 'participant':
      return participantButtons(info, now)
    case 'viewer':
      return viewerButtons(info, now)
  }
}

function coachButtons(info: ActionContext, now: Date): BarButton[] {
  const { invitation } = info
  const { confirm, offer, cancel, sign, finish, contract, edit } = classActions(info, now)
  const ending = invitation.pastReason ? '撤回补录' : isAsked(info, now) ? '拒绝' : '取消'
  const side = some(cancel && button('cancel', ending, 'danger'))
  switch (effectiveStatus(invitation, now)) {
    case 'PENDING':
      // In a player's class 缔约 comes first: a request without a contract cannot be confirmed.
      if (invitation.needContract && contract && !isOffered(invitation))
        return [
          ...side,
          ...some(offer && button('offer', '改约', 'plain', offer)),
          button('contract', '缔约', 'filled', contract),
        ]
      // What clashes cannot be confirmed, and an offer can be replaced by another.
      if (offer && (!confirm || isBlocked(info)))
        return [...side, button('offer', confirm ? '建议改约' : '换个时间', 'filled', offer)]
      if (confirm)
        return [
          ...side,
          ...some(offer && button('offer', '改约', 'plain', offer)),
          button('confirm', '确认约课', 'filled', confirm),
        ]
      return edit ? [...side, button('edit', '修改约课', 'filled', edit)] : side
    case 'CONFIRMED':
      if (invitation.pastReason) return side
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

/** Whether something stands in the way of a request that does not give way to it. */
const isBlocked = ({ clashes }: ActionContext) => (clashes ?? []).some((clash) => !yieldsTo(clash))

function initiatorButtons(info: ActionContext, now: Date, sellsHours: boolean): BarButton[] {
  const { invitation } = info
  const { cancel, edit, calendar, accept } = classActions(info, now)
  const side = some(cancel && button('cancel', '取消约课', 'plain'))
  switch (effectiveStatus(invitation, now)) {
    case 'PENDING':
      if (accept)
        return [...some(cancel && button('cancel', '不合适', 'plain')), button('accept', '接受改约', 'filled', accept)]
      if (invitation.needContract && sellsHours)
        return [...side, button('hours', '查看合同', 'plain'), button('buy', '购买课时', 'filled')]
      if (invitation.needContract) return [...side, button('hours', '查看合同', 'filled')]
      return [...side, ...some(edit && button('edit', '修改时段', 'filled', edit))]
    case 'CONFIRMED':
      if (invitation.signedAt) return [button('hours', '查看课时', 'filled')]
      return [...side, ...some(calendar && button('calendar', '加到日历', 'filled', calendar, 'calendar'))]
    default:
      // A coach who tried to hand over a class does not book one with the other coach. A trial lesson is not booked.
      return invitation.trialId !== null || (waitsForCoach(invitation) && invitation.initiatorRole === 'coach')
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

/** More icons than this take two lines. */
const MAX_IN_LINE = 5

/** For the coach: the steps of the class. A step that is not yet possible is disabled, with its condition below. */
export function CoachActionsRow({ info, actions }: Props) {
  const now = useMinute()
  const entries = sideActions(info, now)
  const { condition } = classActions(info, now)
  if (entries.length === 0) return null
  return (
    <View>
      <View className={classNames(styles.row, entries.length > MAX_IN_LINE && styles.twoLines)}>
        {entries.map(({ key, text, name, icon, reason }) => {
          const busy = actions.busy[key]
          return (
            <View
              key={key}
              className={classNames(styles.entry, 'col-2 shrinks t-caption', (reason || busy) && styles.off)}
              {...pressable({
                disabled: Boolean(reason),
                busy,
                label: reason ? `${name}，${reason}` : name,
                onPress: () => actions.press(key),
              })}
            >
              <Icon name={icon} size={22} />
              {text}
            </View>
          )
        })}
      </View>
      {condition && <View className={classNames(styles.condition, 't-caption muted t-centre')}>{condition}</View>}
    </View>
  )
}

/** For players: the actions besides the bar, one a row. An action that is too late says so. */
export function PlayerActionsCard({ info, actions }: Props) {
  const now = useMinute()
  const entries = sideActions(info, now)
  if (entries.length === 0) return null
  return (
    <Card flush>
      {entries.map(({ key, name, icon, reason }) => (
        <Cell
          key={key}
          icon={icon}
          title={name}
          note={reason}
          disabled={Boolean(reason) || actions.busy[key]}
          onPress={() => actions.press(key)}
        />
      ))}
    </Card>
  )
}

/** An action on the page itself, besides the bar. */
type SideAction = {
  key: ActionKey
  /** Short text below its icon. */
  text: string
  /** The full name, in a list and for screen readers. */
  name: string
  icon: IconName
  /** Why it cannot be pressed now. */
  reason?: string
}

type Known = Exclude<keyof ClassActions, 'condition'> & ActionKey

const ACTIONS: readonly (Omit<SideAction, 'key' | 'reason'> & { key: Known; isOfCourse?: boolean })[] = [
  { key: 'edit', text: '修改', name: '修改时段', icon: 'clock' },
  { key: 'changeCoach', text: '换教练', name: '更换教练', icon: 'swap' },
  { key: 'contract', text: '缔约', name: '缔约', icon: 'pen', isOfCourse: true },
  { key: 'sign', text: '签到', name: '签到', icon: 'pin', isOfCourse: true },
  { key: 'finish', text: '完成', name: '完成', icon: 'check', isOfCourse: true },
  { key: 'calendar', text: '日历', name: '加到日历', icon: 'calendar' },
]

/**
 * Returns what this caller may do besides the bar, in display order. The coach sees all steps of the class, also the
 * one in the bar. Source: ux specification "约课详情", pictures 03-view-coach
 */
export function sideActions(info: ActionContext, now: Date): SideAction[] {
  const states = classActions(info, now)
  const inBar = new Set(barButtons(info, now).map(({ key }) => key))
  return ACTIONS.flatMap(({ isOfCourse, ...action }) => {
    const state: ActionState | undefined = states[action.key]
    if (!state || (!isOfCourse && inBar.has(action.key))) return []
    const name = action.key === 'edit' && states.accept ? '另选时间' : action.name
    return [{ ...action, name, reason: state.reason }]
  })
}
