import { listManagedStringingOrders, type ManagedStringingOrder } from '@paidang/api/areas/activities/admin-stringing'
import { STRINGING_STATUS_NAMES, STRINGING_STATUSES } from '@paidang/domain/areas/activities/stringing/order-status'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { racketPlace } from './refund-labels'

/**
 * The stringing orders of all shops, the latest first. They can be filtered by number, player, shop, status, or place
 * of the racket.
 */
export function StringingOrdersPage() {
  return (
    <Page title="穿线订单" about="全部店铺的穿线订单，最新的在前；退款和球拍遗失在订单里办理">
      <DataTable
        endpoint={listManagedStringingOrders}
        rowKey={({ id }) => id}
        empty="没有符合条件的订单"
        hrefOf={({ id }) => `/stringing-orders/${id}`}
        filters={[
          { kind: 'text', name: 'orderNo', label: '穿线订单号', maxLength: 32 },
          { kind: 'text', name: 'userId', label: '顾客编号', maxLength: 18, isId: true },
          { kind: 'text', name: 'merchantId', label: '商家编号', maxLength: 18, isId: true },
          {
            kind: 'choice',
            name: 'status',
            label: '状态',
            options: STRINGING_STATUSES.map((value) => ({ value, label: STRINGING_STATUS_NAMES[value] })),
          },
          {
            kind: 'choice',
            name: 'isInShop',
            label: '球拍',
            options: [
              { value: 'true', label: '在店里' },
              { value: 'false', label: '不在店里' },
            ],
          },
        ]}
        columns={[
          { title: '订单号', dataIndex: 'orderNo' },
          { title: '状态', render: (_, { status }: ManagedStringingOrder) => STRINGING_STATUS_NAMES[status] },
          { title: '球拍在哪', render: (_, order: ManagedStringingOrder) => racketPlace(order) },
          { title: '顾客', render: (_, { owner }: ManagedStringingOrder) => `${owner.nickname}（${owner.id}）` },
          { title: '商家', render: (_, { merchant }: ManagedStringingOrder) => merchant.name },
          { title: '球拍', dataIndex: 'racketName' },
          { title: '金额', align: 'right', render: (_, { totalFen }: ManagedStringingOrder) => money(totalFen) },
          { title: '最近变化', render: (_, { responseTime }: ManagedStringingOrder) => when(responseTime) },
        ]}
      />
    </Page>
  )
}
