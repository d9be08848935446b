import { dueOf } from '@paidang/domain/areas/activities/stringing/board'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { bedLines, tensionText } from './job-labels'
import { OrderCode } from './order-code'
import { type Paper, PrintedOrder } from './printed-order'

/** The label for a racket, 60 × 40 mm: owner, stringing, deadline, and a code that opens the order. */
export function LabelPage() {
  return (
    <PrintedOrder title="球拍标签" about="60 × 40 mm 标签纸；扫码打开订单" papers={[LABEL]}>
      {(order) => {
        const due = dueOf(order)
        const { preStretch, knots } = order
        return (
          <article className="label paper" aria-label="标签">
            <div className="label-top">
              <div className="label-facts">
                <div className="label-tension">{tensionText(order)}</div>
                {bedLines(order).map((line) => (
                  <div key={line} className="label-line">
                    {line}
                  </div>
                ))}
                <div className="label-line">
                  {[preStretch > 0 && `预拉 ${preStretch}%`, `${knots} 点结`].filter(Boolean).join(' · ')}
                </div>
              </div>
              <OrderCode id={order.id} size="17mm" />
            </div>
            <div className="label-name">{order.racketName}</div>
            <div className="label-line">
              {order.customer.nickname}
              {order.customer.phone && ` ${order.customer.phone.slice(-TAIL_DIGITS)}`}
              {order.handIn === 'COURIER' && ' · 寄回'}
              {due && ` · ${formatDateTime(new Date(due)).slice(MONTH_FROM, MINUTE_TO)} 前`}
            </div>
            {order.notes && <div className="label-line label-notes">{order.notes}</div>}
            <div className="label-no">{order.orderNo}</div>
          </article>
        )
      }}
    </PrintedOrder>
  )
}

const LABEL: Paper = { name: '标签', size: '60mm 40mm', margin: '0' }

const TAIL_DIGITS = 4
/** The positions from month to minute in YYYY-MM-DD HH:mm:ss. */
const [MONTH_FROM, MINUTE_TO] = [5, 16]
