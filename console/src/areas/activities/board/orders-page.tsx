import { stringingOrdersOfMerchant } from '@paidang/api/areas/activities/stringing-orders'
import { dueOf } from '@paidang/domain/areas/activities/stringing/board'
import { STRINGING_STATUS_NAMES, STRINGING_STATUSES } from '@paidang/domain/areas/activities/stringing/order-status'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { bedLines, tensionText } from './job-labels'
import { StatusTags } from './order-status'

/** A shop sees an order only after its payment. */
const SHOWN_STATUSES = STRINGING_STATUSES.filter((status) => status !== 'SUBMITTED')

/** All paid orders of the shop, including those that are over: open work first, then the latest. */
export function OrdersPage() {
  return (
    <Page title="订单" about="全部已付款的订单，进行中的在前，同一状态先到期的先列，已完成和已取消的按时间倒序">
      <DataTable
        endpoint={stringingOrdersOfMerchant}
        rowKey={({ id }) => id}
        empty="没有符合条件的订单"
        hrefOf={({ id }) => `/board/orders/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '单号、球拍、姓名或尾号' },
          {
            kind: 'choice',
            name: 'status',
            label: '订单状态',
            options: SHOWN_STATUSES.map((value) => ({ value, label: STRINGING_STATUS_NAMES[value] })),
          },
        ]}
        columns={[
          { title: '单号', dataIndex: 'orderNo' },
          { title: '下单时间', render: (_, { createTime }) => when(createTime) },
          { title: '预计完成', render: (_, order) => when(dueOf(order)) },
          { title: '顾客', render: (_, { customer }) => customer.nickname },
          { title: '球拍', dataIndex: 'racketName' },
          { title: '球线', render: (_, job) => bedLines(job).map((line) => <div key={line}>{line}</div>) },
          { title: '磅数', render: (_, job) => tensionText(job) },
          { title: '送取', render: (_, { handIn }) => HAND_IN_NAMES[handIn] },
          { title: '金额', align: 'right', render: (_, { totalFen }) => money(totalFen) },
          { title: '状态', render: (_, order) => <StatusTags order={order} /> },
        ]}
      />
    </Page>
  )
}
