import type { Holdings } from '@paidang/api/areas/desks/admin-users'
import { Descriptions } from 'antd'
import { Link } from 'react-router'
import { money } from '../../../ui/format'

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
