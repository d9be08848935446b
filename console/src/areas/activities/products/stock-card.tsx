import { movesOfProduct } from '@paidang/api/areas/activities/admin-products'
import type { Product } from '@paidang/api/areas/activities/shop'
import { STOCK_MOVE_NAMES } from '@paidang/domain/areas/activities/shop/stock'
import { Button, Card, Flex, Statistic, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { MoveStockModal } from './move-stock-modal'

/** The stock of a product, and every movement. */
export function StockCard({ product }: { product: Product }) {
  const [kind, setKind] = useState<'DELIVERY' | 'ADJUST'>()
  return (
    <Card
      title="库存"
      style={{ flex: '1 1 520px', minWidth: 0 }}
      extra={
        <Flex gap={8}>
          <Button onClick={() => setKind('ADJUST')}>盘点</Button>
          <Button type="primary" onClick={() => setKind('DELIVERY')}>
            入库
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <Statistic title="现有（件）" value={product.stock} />
        <DataTable
          endpoint={movesOfProduct}
          params={{ id: product.id }}
          rowKey={({ seq }) => String(seq)}
          empty="还没有库存变动"
          columns={[
            { title: '时间', render: (_, { createTime }) => when(createTime) },
            { title: '类型', render: (_, move) => STOCK_MOVE_NAMES[move.kind] },
            {
              title: '变动',
              align: 'right',
              render: (_, { units }) => (
                <Typography.Text type={units < 0 ? 'danger' : 'success'}>
                  {units > 0 ? `+${units}` : units}
                </Typography.Text>
              ),
            },
            { title: '结余', align: 'right', dataIndex: 'unitsAfter' },
            {
              title: '原因',
              render: (_, { shopOrderId, shopOrderNo, staffName, reason }) =>
                shopOrderId ? (
                  <Link to={`/shop-orders/${shopOrderId}`}>{shopOrderNo}</Link>
                ) : (
                  [staffName, reason].filter(Boolean).join('：') || NOTHING
                ),
            },
          ]}
        />
      </Flex>
      {kind && <MoveStockModal kind={kind} product={product} onClose={() => setKind(undefined)} />}
    </Card>
  )
}
