import { PrinterOutlined } from '@ant-design/icons'
import { getStringingOrderOfMerchant, type StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { Button, Segmented } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { Opening, Page } from '../../../ui/page'
import './print.css'
import { dueOf } from '@paidang/domain/areas/activities/stringing/board'
import { extrasOf } from '@paidang/domain/areas/activities/stringing/income'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { kilogramsOf } from '@paidang/domain/areas/activities/stringing/tension'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { renderSVG } from 'uqr'
import { money, NOTHING, when } from '../../../ui/format'
import { bedLines, stringFacts, tensionText } from './job-labels'

/** A paper by its name; size and margin in CSS. */
type Paper = { name: string; size: string; margin: string }

type PrintedOrderProps = {
  title: string
  about: string
  /** The possible papers, the default first; the address keeps the choice. */
  papers: readonly [Paper, ...Paper[]]
  children: (order: StringingOrder, paper: string) => ReactNode
}

/** A printable page of an order; with `print` in the address it is printed at once, one time. */
function PrintedOrder({ title, about, papers, children }: PrintedOrderProps) {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const order = useRead(getStringingOrderOfMerchant, { params: { id } })
  const isThere = order.data?.id === id && !order.isError
  const isAsked = params.has('print')
  const isPrinted = useRef(false)
  const paper = papers.find(({ name }) => name === params.get('paper')) ?? papers[0]
  useEffect(() => {
    if (!isThere || !isAsked || isPrinted.current) return
    isPrinted.current = true
    print()
  }, [isThere, isAsked])
  if (!order.data || !isThere) return <Opening name="订单" list="/orders" read={order} />
  return (
    <Page
      title={`${title} · ${order.data.racketName}`}
      about={about}
      actions={
        <>
          {papers.length > 1 && (
            <Segmented
              aria-label="纸张"
              options={papers.map(({ name }) => name)}
              value={paper.name}
              onChange={(name: string) => setParams({ paper: name }, { replace: true })}
            />
          )}
          <Link to={`/board/orders/${id}`}>
            <Button>订单详情</Button>
          </Link>
          <Link to="/board">
            <Button>回到看板</Button>
          </Link>
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => print()}>
            打印
          </Button>
        </>
      }
    >
      <style>{`@page { size: ${paper.size}; margin: ${paper.margin}; }`}</style>
      <div>{children(order.data, paper.name)}</div>
    </Page>
  )
}

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
                  {[...extrasOf(order), preStretch > 0 && `预拉 ${preStretch}%`, `${knots} 点结`]
                    .filter(Boolean)
                    .join(' · ')}
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
    ['加项', extrasOf(order).join('、') || NOTHING],
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

/** A code that opens an order in the console when it is scanned. */
function OrderCode({ id, size }: { id: string; size: string }) {
  const svg = renderSVG(`${location.origin}/console/board/orders/${id}`, { ecc: 'M', border: 0 })
  return (
    <img
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt="订单二维码"
      style={{ width: size, height: size }}
    />
  )
}
