import { Card, CardHead } from '../../../ui/card'
import { KeyValues } from '../../../ui/key-values'
import { Timeline } from '../../../ui/timeline'
import { orderSteps } from './parts/order-labels'
import { useShopOrder } from './shop-order-data'

/** The purchase, its address, and the next step; nothing while unknown, and nothing once it is over. */
export function ParcelTicket({ id }: { id: string }) {
  const { data: order } = useShopOrder(id)
  if (order?.status !== 'PAID') return null
  const { items, address } = order
  return (
    <>
      <Card>
        <CardHead title="寄给你" />
        <KeyValues
          rows={[
            {
              name: '商品',
              value: items.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join('、'),
            },
            { name: '收货人', value: address.name },
            { name: '寄到', value: `${address.region} ${address.detail}` },
          ]}
        />
      </Card>
      <Card>
        <CardHead title="接下来" />
        <Timeline steps={orderSteps(order)} />
      </Card>
    </>
  )
}
