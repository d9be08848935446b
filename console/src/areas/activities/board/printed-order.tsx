import { PrinterOutlined } from '@ant-design/icons'
import { getStringingOrderOfMerchant, type StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { Button, Segmented } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import './print.css'

/** A paper by its name; size and margin in CSS. */
export type Paper = { name: string; size: string; margin: string }

type PrintedOrderProps = {
  title: string
  about: string
  /** The possible papers, the default first; the address keeps the choice. */
  papers: readonly [Paper, ...Paper[]]
  children: (order: StringingOrder, paper: string) => ReactNode
}

/** A printable page of an order; with `print` in the address it is printed at once, one time. */
export function PrintedOrder({ title, about, papers, children }: PrintedOrderProps) {
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
