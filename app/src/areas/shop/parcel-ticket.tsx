import { Card, CardHead } from '../../ui/card'
import { KeyValues } from '../../ui/key-values'
import { Timeline } from '../../ui/timeline'
import { orderSteps } from './parts/order-words'
import { useShopOrder } from './shop-order-data'

/** What was bought, where it goes, and what happens next with it; nothing until that is known, or once it is over. */
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
