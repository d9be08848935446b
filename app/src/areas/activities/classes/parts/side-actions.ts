import type { IconName } from '../../../../ui/icon'
import { type ActionContext, type ActionState, type ClassActions, classActions } from './action-rules'
import { type ActionKey, barButtons } from './bar-buttons'

/** An action on the page itself, besides the bar. */
export type SideAction = {
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
    return state && (isOfCourse || !inBar.has(action.key)) ? [{ ...action, reason: state.reason }] : []
  })
}
