import { type ManagedShipment, queryShipments, retryShipment } from '@paidang/api/areas/money/admin-shipments'
import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { choicesOf, LOGISTICS_NAMES, SHIPMENT_STATE_NAMES } from './payment-labels'

/** The shipment reports to WeChat about orders paid in the mini-program, refused ones first. */
export function ShipmentsPage() {
  return (
    <Page title="发货信息" about="在小程序里用微信支付的订单，交付后自动告诉微信；需要处理的排在最前">
      <DataTable
        endpoint={queryShipments}
        rowKey={({ id }) => id}
        what="发货信息"
        empty="还没有发货信息。用微信支付的订单交付后会出现在这里"
        filters={[{ kind: 'choice', name: 'state', label: '状态', options: choicesOf(SHIPMENT_STATE_NAMES) }]}
        columns={[
          {
            title: '状态',
            render: (_, { state }: ManagedShipment) => (
              <Tag color={SHIPMENT_STATE_NAMES[state].color}>{SHIPMENT_STATE_NAMES[state].label}</Tag>
            ),
          },
          {
            title: '订单',
            render: (_, { orderId, orderTitle }: ManagedShipment) => (
              <Link to={`/payments/${orderId}`}>{orderTitle}</Link>
            ),
          },
          { title: '付款人', className: 'whole', render: (_, { payer }: ManagedShipment) => payer.nickname },
          { title: '交付方式', render: (_, { logistics }: ManagedShipment) => LOGISTICS_NAMES[logistics] },
          { title: '未成功的原因', render: (_, { problem }: ManagedShipment) => problem ?? NOTHING },
          { title: '尝试次数', dataIndex: 'attempts', align: 'right' },
          { title: '交付', render: (_, { createTime }: ManagedShipment) => when(createTime) },
          { title: '下次尝试', render: (_, { nextTryTime }: ManagedShipment) => when(nextTryTime) },
          { title: '微信已发货', render: (_, { shippedTime }: ManagedShipment) => when(shippedTime) },
          { title: '微信已收货', render: (_, { receivedTime }: ManagedShipment) => when(receivedTime) },
          { title: '操作', fixed: 'end', render: (_, row: ManagedShipment) => <Retry row={row} /> },
        ]}
      />
    </Page>
  )
}

function Retry({ row: { id, orderTitle, state } }: { row: ManagedShipment }) {
  const retry = useWrite(retryShipment, { changes: [queryShipments] })
  const { doAfterAsking } = useAction()
  if (state !== 'REFUSED') return NOTHING
  return (
    <Button
      size="small"
      onClick={() =>
        doAfterAsking({
          title: `重新上传「${orderTitle}」的发货信息？`,
          effect: '将再次告诉微信；已在微信公众平台手工发货的，会按微信的记录更新。',
          okText: '重新上传',
          run: () => retry.mutateAsync({ params: { id } }),
          done: '已重新提交，稍后刷新查看结果',
        })
      }
    >
      重新上传
    </Button>
  )
}
