import { shopOrdersForOperator } from '@paidang/api/areas/activities/shop-orders'
import { shopOrderTitle } from '@paidang/domain/areas/activities/shop/order-facts'
import { SHOP_STATUS_NAMES, SHOP_STATUSES } from '@paidang/domain/areas/activities/shop/order-status'
import { Flex, Tag, Typography } from 'antd'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { CHOICES, STATUS_COLORS } from './shop-order-labels'

/** All orders of the shop: what has to be sent, and who requests a refund. */
export function ShopOrdersPage() {
  return (
    <Page title="商城订单" about="待发货的订单付款后尽快寄出；退款申请由这里决定">
      <DataTable
        endpoint={shopOrdersForOperator}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createTime', sord: 'desc' }}
        empty="没有符合条件的订单"
        hrefOf={({ id }) => `/shop-orders/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '完整订单号或手机号' },
          {
            kind: 'choice',
            name: 'status',
            label: '订单状态',
            options: SHOP_STATUSES.map((value) => ({ value, label: SHOP_STATUS_NAMES[value] })),
          },
          {
            kind: 'choice',
            name: 'refundChoice',
            label: '退款申请',
            options: Object.entries(CHOICES).map(([value, { label }]) => ({ value, label })),
          },
          { kind: 'days', name: 'from', until: 'to', label: '下单日期' },
        ]}
        columns={[
          { title: '订单号', dataIndex: 'orderNo' },
          {
            title: '下单时间',
            key: 'createTime',
            sorter: true,
            sortDirections: ['descend', 'ascend', 'descend'],
            render: (_, { createTime }) => when(createTime),
          },
          {
            title: '商品',
            render: (_, { items }) => (
              <Typography.Text ellipsis style={{ maxWidth: 220 }}>
                {shopOrderTitle(items)}
              </Typography.Text>
            ),
          },
          { title: '买家', render: (_, { buyer }) => buyer.nickname },
          { title: '收货人', render: (_, { contactName, contactPhone }) => `${contactName} ${contactPhone}` },
          { title: '金额', align: 'right', render: (_, { totalFen }) => money(totalFen) },
          {
            title: '状态',
            render: (_, { status, refundChoice }) => (
              <Flex gap={4}>
                <Tag color={STATUS_COLORS[status]}>{SHOP_STATUS_NAMES[status]}</Tag>
                {refundChoice !== 'NONE' && (
                  <Tag color={CHOICES[refundChoice].color}>{CHOICES[refundChoice].label}</Tag>
                )}
              </Flex>
            ),
          },
        ]}
      />
    </Page>
  )
}
