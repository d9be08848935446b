import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { kilogramsOf } from '@paidang/domain/areas/activities/stringing/tension'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { money, NOTHING, when } from '../../../ui/format'
import { stringFacts } from './job-labels'
import { OrderCode } from './order-code'
import { type Paper, PrintedOrder } from './printed-order'

const PAPERS: [Paper, ...Paper[]] = [
  { name: 'A5', size: 'A5', margin: '8mm' },
  { name: 'A4', size: 'A4', margin: '16mm' },
]

/** The sheet that accompanies a racket through the shop. */
export function SheetPage() {
  return (
    <PrintedOrder title="穿线工单" about="随拍流转，交付时请顾客核对" papers={PAPERS}>
      {(order, paper) => <Sheet order={order} paper={paper} />}
    </PrintedOrder>
  )
}

function Sheet({ order, paper }: { order: StringingOrder; paper: string }) {
  const { mains, crosses, customer, merchant, address } = order
  const condition = order.steps.find(({ action }) => action === 'receive')
  const rows: [name: string, text: string][] = [
    ['球拍', `${order.racketName}（${SPORT_NAMES[order.sport]}）`],
    ['顾客', [customer.nickname, customer.phone].filter(Boolean).join(' ')],
    ['主线', `${stringFacts(mains)} · ${mains.tension} lb（${kilogramsOf(mains.tension)} kg）`],
    ['横线', `${stringFacts(crosses)} · ${crosses.tension} lb（${kilogramsOf(crosses.tension)} kg）`],
    ['工艺', `${order.preStretch === 0 ? '不预拉' : `预拉 ${order.preStretch}%`}，${order.knots} 点打结`],
    ['备注', order.notes || NOTHING],
    ['送取', HAND_IN_NAMES[order.handIn]],
    ...(address
      ? [['地址', `${address.region} ${address.detail}，${address.name} ${address.phone}`] as [string, string]]
      : []),
    ['顾客希望', when(order.dueAt)],
    ['预计可取', when(order.expectedAt)],
    ['收拍检查', condition ? `${condition.remark}（${when(condition.time)}）` : NOTHING],
  ]
  return (
    <article className={`sheet sheet-${paper} paper`} aria-label="工单">
      <header className="sheet-head">
        <div>
          <h2>穿线工单</h2>
          <div>{merchant.name}</div>
          <div className="sheet-no">{order.orderNo}</div>
          <div>下单 {when(order.createTime)}</div>
        </div>
        <OrderCode id={order.id} size="26mm" />
      </header>
      <table>
        <tbody>
          {rows.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <tbody>
          {order.lines.map(({ label, quantity, amountFen }) => (
            <tr key={label}>
              <td>
                {label}
                {quantity > 1 && ` × ${quantity}`}
              </td>
              <td className="sheet-money">{money(amountFen)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">合计（已付）</th>
            <td className="sheet-money">{money(order.totalFen)}</td>
          </tr>
        </tbody>
      </table>
      <footer className="sheet-foot">
        <span>穿线师：</span>
        <span>顾客签收：</span>
        <span>日期：</span>
      </footer>
    </article>
  )
}
