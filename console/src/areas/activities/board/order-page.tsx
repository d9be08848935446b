import { PrinterOutlined } from '@ant-design/icons'
import { getStringingOrderOfMerchant, type StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { actionsOfShop } from '@paidang/domain/areas/activities/stringing/board'
import { bindsShop } from '@paidang/domain/areas/activities/stringing/order-status'
import { Button, Card, Flex, Tag } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import './board.css'
import { useJobActions } from './job-actions'
import { ACTION_NAMES, dueText, URGENCY_COLORS } from './job-labels'
import { OrderCustomer } from './order-customer'
import { OrderJob } from './order-job'
import { OrderMoney } from './order-money'
import { OrderSteps } from './order-steps'
import { RacketHistory } from './racket-history'
import { StatusTags } from './status-tags'

const REFETCH_MS = 20_000

/** One job of a shop: stringing, progress, player, price, and the racket's earlier stringings. */
export function OrderPage() {
  const { id = '' } = useParams()
  const order = useRead(getStringingOrderOfMerchant, { params: { id } }, { refetchInterval: REFETCH_MS })
  if (order.data?.id === id && !order.isError)
    return <OrderView order={order.data} now={new Date(order.dataUpdatedAt)} />
  return <Opening name="订单" list="/orders" read={order} />
}

function OrderView({ order, now }: { order: StringingOrder; now: Date }) {
  const navigate = useNavigate()
  const { ask, form } = useJobActions({ onReceived: (id) => navigate(`/board/orders/${id}/label?print`) })
  const [first, ...others] = actionsOfShop(order)
  const due = dueText(order, now)
  return (
    <Page
      title={`${order.racketName} · ${order.customer.nickname}`}
      about={
        <Flex component="span" gap={8} align="center">
          <span>{order.orderNo}</span>
          <StatusTags order={order} />
          {order.isRacketLost && <Tag color="red">球拍无法归还</Tag>}
          {due?.urgency && <Tag color={URGENCY_COLORS[due.urgency]}>{due.text}</Tag>}
        </Flex>
      }
      actions={
        <>
          {bindsShop(order) && (
            <Link to={`/board/orders/${order.id}/label`}>
              <Button icon={<PrinterOutlined />}>标签</Button>
            </Link>
          )}
          <Link to={`/board/orders/${order.id}/sheet`}>
            <Button icon={<PrinterOutlined />}>工单</Button>
          </Link>
          {others.map((action) => (
            <Button key={action} danger={action === 'refuse'} onClick={() => ask(order, action)}>
              {ACTION_NAMES[action]}
            </Button>
          ))}
          {first && (
            <Button type="primary" onClick={() => ask(order, first)}>
              {ACTION_NAMES[first]}
            </Button>
          )}
        </>
      }
    >
      <div className="order-columns">
        <Flex vertical gap={16}>
          <OrderJob order={order} now={now} />
          <Card size="small" title="进度">
            <OrderSteps steps={order.steps} trackingNo={order.trackingNo} />
          </Card>
        </Flex>
        <Flex vertical gap={16}>
          <OrderCustomer order={order} />
          <OrderMoney order={order} />
          <RacketHistory racketId={order.racketId} orderId={order.id} />
        </Flex>
      </div>
      {form}
    </Page>
  )
}
