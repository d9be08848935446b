import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { bindsShop } from '@paidang/domain/areas/activities/stringing/order-status'
import { Card, Descriptions, Rate, Typography } from 'antd'

/** The player of a job: contact data as long as the job is open, and the player's remarks. */
export function OrderCustomer({ order }: { order: StringingOrder }) {
  const { customer, address, review } = order
  const items = [
    { key: 'name', label: '称呼', children: customer.nickname },
    ...(customer.phone ? [{ key: 'phone', label: '电话', children: <Phone number={customer.phone} /> }] : []),
    ...(address
      ? [
          { key: 'contact', label: '取送联系人', children: address.name },
          { key: 'contactPhone', label: '取送电话', children: <Phone number={address.phone} /> },
          { key: 'address', label: '取送地址', children: `${address.region} ${address.detail}` },
        ]
      : []),
    ...(review
      ? [
          { key: 'stars', label: '评价', children: <Rate disabled value={review.stars} /> },
          { key: 'text', label: '评语', children: review.text || '没有写评语' },
        ]
      : []),
  ]
  return (
    <Card size="small" title="顾客">
      <Descriptions size="small" column={1} items={items} />
      {!bindsShop(order) && <Typography.Text type="secondary">订单结束后不再显示联系方式</Typography.Text>}
    </Card>
  )
}

function Phone({ number }: { number: string }) {
  return <Typography.Text copyable={{ tooltips: ['复制', '已复制'] }}>{number}</Typography.Text>
}
