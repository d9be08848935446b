import type { ManagedShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { when } from '../../../ui/format'

/** The content of the parcel, for packing and unpacking; only on paper. */
export function PackingSlip({ order }: { order: ManagedShopOrder }) {
  const { orderNo, createTime, address, note, items } = order
  return (
    <section className="packing-slip" aria-label="装箱单">
      <h1>拍档商城 装箱单</h1>
      <p>
        订单 {orderNo} · 下单 {when(createTime)}
      </p>
      <p>
        {address.name} {address.phone}
        <br />
        {address.region} {address.detail}
      </p>
      <table>
        <thead>
          <tr>
            <th>商品</th>
            <th>数量</th>
            <th>已核对</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ productId, name, quantity }) => (
            <tr key={productId}>
              <td>{name}</td>
              <td>{quantity}</td>
              <td>□</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p>买家留言：{note}</p>}
    </section>
  )
}
