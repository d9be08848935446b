import { type ManagedOrder, queryOrders } from '@paidang/api/areas/money/admin-payments'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/money/payments/order'
import { Tag } from 'antd'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { choicesOf, ORDER_KIND_NAMES, ORDER_STATE_NAMES } from './payment-labels'

/** All payment orders, the latest first. */
export function PaymentsPage() {
  return (
    <Page title="支付订单" about="球局、储值卡、穿线和商城的每一笔订单">
      <DataTable
        endpoint={queryOrders}
        rowKey={({ id }) => id}
        empty="没有符合条件的订单"
        filters={[
          { kind: 'text', name: 'keyword', label: '订单号、支付单号或用户' },
          { kind: 'text', name: 'userId', label: '付款人编号', maxLength: 19, isId: true },
          { kind: 'choice', name: 'kind', label: '类型', options: choicesOf(ORDER_KIND_NAMES) },
          { kind: 'choice', name: 'state', label: '状态', options: choicesOf(ORDER_STATE_NAMES) },
          { kind: 'choice', name: 'method', label: '支付方式', options: choicesOf(PAY_METHOD_NAMES) },
          { kind: 'text', name: 'amount', label: '金额（元）', maxLength: 12 },
          { kind: 'days', name: 'from', until: 'until', label: '下单' },
        ]}
        hrefOf={({ id }) => `/payments/${id}`}
        columns={[
          { title: '订单号', dataIndex: 'id' },
          { title: '内容', dataIndex: 'title', ellipsis: true },
          { title: '类型', render: (_, { kind }: ManagedOrder) => ORDER_KIND_NAMES[kind] },
          { title: '付款人', render: (_, { payer }: ManagedOrder) => payer.nickname },
          { title: '金额', align: 'right', render: (_, { amountFen }: ManagedOrder) => money(amountFen) },
          {
            title: '已退',
            align: 'right',
            render: (_, { refundedFen }: ManagedOrder) => (refundedFen === 0 ? NOTHING : money(refundedFen)),
          },
          {
            title: '支付方式',
            render: (_, { method }: ManagedOrder) => (method ? PAY_METHOD_NAMES[method] : NOTHING),
          },
          {
            title: '状态',
            render: (_, { state }: ManagedOrder) => (
              <Tag color={ORDER_STATE_NAMES[state].color}>{ORDER_STATE_NAMES[state].label}</Tag>
            ),
          },
          { title: '下单时间', render: (_, { createTime }: ManagedOrder) => when(createTime) },
          { title: '支付时间', render: (_, { paidTime }: ManagedOrder) => when(paidTime) },
        ]}
      />
    </Page>
  )
}
