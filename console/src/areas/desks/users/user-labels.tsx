import type { Holdings, ManagedUser } from '@paidang/api/areas/desks/admin-users'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { Descriptions, Tag } from 'antd'
import { Link } from 'react-router'
import { money } from '../../../ui/format'

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

/** What belongs to an account, in numbers. Each opens the list of its rows. */
export function HoldingsList({ userId, holdings }: { userId: string; holdings: Holdings }) {
  const { classes, taughtClasses, contracts, hours, cards, cardFen, orders, stringing, balls, reports } = holdings
  const items: [label: string, text: string, list: string][] = [
    ['约课', `${classes} 节`, `/classes?userId=${userId}`],
    ['授课', `${taughtClasses} 节`, `/classes?coachId=${userId}`],
    ['课时合同', `${contracts} 份，可用 ${hours} 课时`, `/contracts?userId=${userId}`],
    ['储值卡', `${cards} 张，余额 ${money(cardFen)}`, `/cards?userId=${userId}`],
    ['订单', `${orders} 笔`, `/payments?userId=${userId}`],
    ['穿线', `${stringing} 单`, `/stringing-orders?userId=${userId}`],
    ['球局', `${balls} 场`, `/games?userId=${userId}`],
    ['被举报', `${reports} 次`, `/approvals?kind=reports&state=all&ownerId=${userId}`],
  ]
  return (
    <Descriptions
      size="small"
      column={2}
      items={items.map(([label, text, list]) => ({ key: label, label, children: <Link to={list}>{text}</Link> }))}
    />
  )
}
