import type { Holdings } from '@paidang/api/areas/admin-users'
import { Descriptions } from 'antd'
import { money } from '../../ui/format'

/** What belongs to an account, in numbers. */
export function HoldingsList({ holdings }: { holdings: Holdings }) {
  const { classes, taughtClasses, contracts, hours, cards, cardFen, orders, stringing, balls, reports } = holdings
  const items: [label: string, text: string][] = [
    ['约课', `${classes} 节`],
    ['授课', `${taughtClasses} 节`],
    ['课时合同', `${contracts} 份，可用 ${hours} 课时`],
    ['储值卡', `${cards} 张，余额 ${money(cardFen)}`],
    ['订单', `${orders} 笔`],
    ['穿线', `${stringing} 单`],
    ['球局', `${balls} 场`],
    ['被举报', `${reports} 次`],
  ]
  return (
    <Descriptions size="small" column={2} items={items.map(([label, children]) => ({ key: label, label, children }))} />
  )
}
