import type { ManagedUser } from '@paidang/api/areas/desks/admin-users'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { Tag } from 'antd'

/** The user types in the app. */
export const KINDS: Readonly<Record<number, string>> = {
  [USER_TYPES.PLAYER]: '球员',
  [USER_TYPES.COACH]: '教练',
  [USER_TYPES.COMPANY_COACH]: '公司教练',
}

/** The states of an account. */
export const STATES: Readonly<Record<ManagedUser['state'], { label: string; color: string }>> = {
  NORMAL: { label: '正常', color: 'green' },
  SUSPENDED: { label: '已停用', color: 'red' },
  CLOSED: { label: '已注销', color: 'default' },
}

export function StateTag({ state }: Pick<ManagedUser, 'state'>) {
  return <Tag color={STATES[state].color}>{STATES[state].label}</Tag>
}
