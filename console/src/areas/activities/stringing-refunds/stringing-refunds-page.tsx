import {
  decideStringingRefund,
  getManagedStringingOrder,
  listManagedStringingOrders,
  listStringingRefunds,
  type StringingRefund,
  withdrawStringingRefund,
} from '@paidang/api/areas/activities/admin-stringing'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/activities/stringing/order-status'
import { STRINGING_REFUND_CAUSE_NAMES } from '@paidang/domain/areas/activities/stringing/refund'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { money } from '../../../ui/format'
import { Page } from '../../../ui/page'
import {
  REQUEST_STATE_FILTER,
  RequestActions,
  stateColumn,
  storyColumns,
  useOwnPassword,
} from '../../ground/money-requests/requests'
import { racketText } from './refund-labels'

/** Requested refunds of stringing orders in progress: one operator requests, another decides. */
export function StringingRefundsPage() {
  const { isRefused, notice } = useOwnPassword()
  return (
    <Page title="穿线退款" about="开始穿线后的退款：一人从穿线订单提交，另一位运营主管审批；通过前订单和钱款不变">
      {notice}
      <DataTable
        endpoint={listStringingRefunds}
        rowKey={({ id }) => id}
        empty="没有符合条件的退款申请"
        filters={[REQUEST_STATE_FILTER, { kind: 'text', name: 'orderNo', label: '穿线订单号', maxLength: 32 }]}
        columns={[
          stateColumn,
          {
            title: '订单',
            render: (_, { order }: StringingRefund) => (
              <Link to={`/stringing-orders/${order.id}`}>{order.orderNo}</Link>
            ),
          },
          { title: '订单状态', render: (_, { order }: StringingRefund) => STRINGING_STATUS_NAMES[order.status] },
          { title: '顾客', render: (_, { order: { owner } }: StringingRefund) => `${owner.nickname}（${owner.id}）` },
          { title: '商家', render: (_, { order }: StringingRefund) => order.merchant.name },
          {
            title: '退款',
            align: 'right',
            render: (_, { order }: StringingRefund) => (order.isPaidInShop ? '到店付款' : money(order.totalFen)),
          },
          { title: '事由', render: (_, { cause }: StringingRefund) => STRINGING_REFUND_CAUSE_NAMES[cause] },
          { title: '球拍', render: (_, row: StringingRefund) => racketText(row) },
          ...storyColumns,
          {
            title: '操作',
            fixed: 'end',
            render: (_, row: StringingRefund) => <Actions refund={row} isRefused={isRefused} />,
          },
        ]}
      />
    </Page>
  )
}

function Actions({ refund, isRefused }: { refund: StringingRefund; isRefused: boolean }) {
  const changes = [listStringingRefunds, getManagedStringingOrder, listManagedStringingOrders]
  const decide = useWrite(decideStringingRefund, { changes })
  const withdraw = useWrite(withdrawStringingRefund, { changes })
  const { id, order } = refund
  return (
    <RequestActions
      request={refund}
      isRefused={isRefused}
      withdrawing={{
        title: '撤回这笔退款申请？',
        effect: '撤回后不再审批，订单继续。',
        run: () => withdraw.mutateAsync({ params: { id } }),
        done: '已撤回',
      }}
      approving={{
        title: `通过「${order.owner.nickname}」的穿线退款？`,
        effect: `订单取消，${order.isPaidInShop ? '到店付款，平台不退款' : `${money(order.totalFen)} 全额退回`}，${racketText(refund)}。立即通知顾客，不能撤销。`,
        done: order.isPaidInShop ? '已通过，订单已取消' : '已通过，订单已取消并退款',
      }}
      refusing={{ title: '拒绝这笔退款申请', effect: '订单继续，提交人会看到拒绝的原因。', done: '已拒绝' }}
      decide={(body) => decide.mutateAsync({ params: { id }, body: { ...body, revision: order.revision } })}
    />
  )
}
