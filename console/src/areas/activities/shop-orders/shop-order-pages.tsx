import { PrinterOutlined } from '@ant-design/icons'
import {
  type ManagedShopOrder,
  shopOrderForOperator,
  shopOrdersForOperator,
} from '@paidang/api/areas/activities/shop-orders'
import { shopOrderTitle } from '@paidang/domain/areas/activities/shop/order-facts'
import {
  maySucceed,
  type RefundChoice,
  SHOP_STATUS_NAMES,
  SHOP_STATUSES,
  type ShopStatus,
  whyNotCorrectParcel,
} from '@paidang/domain/areas/activities/shop/order-status'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/money/payments/order'
import { Alert, Button, Card, Descriptions, Flex, Table, Tag, Timeline, Typography } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { publicPicture } from '../../../ui/pictures'
import { REFUND_TARGET_NAMES, refundStateOf } from '../../money/payments/payment-labels'
import { CancelModal, CorrectModal, DecideRefundModal, SendModal } from './shop-order-forms'
import './shop-order.css'

const STATUS_COLORS: Record<ShopStatus, string> = {
  UNPAID: 'default',
  PAID: 'gold',
  SENT: 'blue',
  RECEIVED: 'green',
  CLOSED: 'default',
  REFUNDED: 'red',
}

/** The refund that the buyer requested, and the answer; absent without a request. */
const CHOICES: Record<Exclude<RefundChoice, 'NONE'>, { label: string; color: string }> = {
  ASKED: { label: '退款待处理', color: 'gold' },
  AGREED: { label: '已同意退款', color: 'red' },
  DENIED: { label: '已拒绝退款', color: 'default' },
}

/** All orders of the shop: what has to be sent, and who requests a refund. */
export function ShopOrdersPage() {
  return (
    <Page title="商城订单" about="待发货的订单付款后尽快寄出；退款申请由这里决定">
      <DataTable
        endpoint={shopOrdersForOperator}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createTime', sord: 'desc' }}
        what="订单"
        empty="还没有商城订单。买家下单后会出现在这里"
        hrefOf={({ id }) => `/shop-orders/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '完整订单号或手机号' },
          {
            kind: 'choice',
            name: 'status',
            label: '订单状态',
            options: SHOP_STATUSES.map((value) => ({
              value,
              label: value === 'REFUNDED' ? '已退款、已冲正' : SHOP_STATUS_NAMES[value],
            })),
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
            render: (_, { status, refundChoice, isCorrected }) => (
              <Flex gap={4}>
                <StatusTag {...{ status, isCorrected }} />
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

/** The status of an order. One whose payment staff had entered by mistake was not paid back. */
function StatusTag({ status, isCorrected }: Pick<ManagedShopOrder, 'status' | 'isCorrected'>) {
  if (isCorrected) return <Tag>已冲正</Tag>
  return <Tag color={STATUS_COLORS[status]}>{SHOP_STATUS_NAMES[status]}</Tag>
}

/** One shop order: its products, address, status and refunds. Printed, it is the packing slip of the parcel. */
export function ShopOrderPage() {
  const { id = '' } = useParams()
  const read = useRead(shopOrderForOperator, { params: { id } })
  if (read.data?.id === id && !read.isError) return <KnownOrder order={read.data} />
  return <Opening name="商城订单" list="/shop-orders" read={read} />
}

function KnownOrder({ order }: { order: ManagedShopOrder }) {
  const { orderNo, status, refundChoice, isCorrected, buyer, createTime } = order
  const [open, setOpen] = useState<'send' | 'correct' | 'cancel' | 'agree' | 'deny'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="shop-order-screen">
        <Page
          title={`订单 ${orderNo}`}
          about={
            <Flex component="span" gap={8} align="center">
              <span>
                {buyer.nickname} 下单于 {when(createTime)}
              </span>
              <StatusTag {...{ status, isCorrected }} />
            </Flex>
          }
          actions={
            <>
              <Button icon={<PrinterOutlined />} onClick={() => print()}>
                打印装箱单
              </Button>
              {maySucceed('cancel', status) && (
                <Button danger onClick={() => setOpen('cancel')}>
                  取消并退款
                </Button>
              )}
              {maySucceed('send', status) && (
                <Button type="primary" onClick={() => setOpen('send')}>
                  发货
                </Button>
              )}
            </>
          }
        >
          {refundChoice !== 'NONE' && (
            <RefundChoiceAlert order={order} onAgree={() => setOpen('agree')} onDeny={() => setOpen('deny')} />
          )}
          <Flex gap={16} align="flex-start" wrap>
            <Flex vertical gap={16} style={{ flex: '2 1 560px', minWidth: 0 }}>
              <Items order={order} />
              <Delivery order={order} onCorrect={() => setOpen('correct')} />
              <AuditEventsCard
                auditEvents={order.auditEvents}
                about={{ kind: 'shop-order', id: order.id }}
                empty="还没有操作"
                size="small"
              />
            </Flex>
            <Flex vertical gap={16} style={{ flex: '1 1 320px' }}>
              <Payment order={order} />
              <Course order={order} />
            </Flex>
          </Flex>
        </Page>
      </div>
      <PackingSlip order={order} />
      {open === 'cancel' && <CancelModal order={order} onClose={close} />}
      {open === 'correct' && <CorrectModal order={order} onClose={close} />}
      {open === 'send' && <SendModal order={order} onClose={close} />}
      {(open === 'agree' || open === 'deny') && (
        <DecideRefundModal order={order} agrees={open === 'agree'} onClose={close} />
      )}
    </>
  )
}

type RefundChoiceAlertProps = { order: ManagedShopOrder; onAgree: () => void; onDeny: () => void }

function RefundChoiceAlert({ order, onAgree, onDeny }: RefundChoiceAlertProps) {
  const { refundChoice, refundReason, refundAnswer } = order
  if (refundChoice === 'NONE') return null
  return (
    <Alert
      type={refundChoice === 'ASKED' ? 'warning' : 'info'}
      showIcon
      title={CHOICES[refundChoice].label}
      description={`买家的理由：${refundReason || NOTHING}${refundAnswer ? `；答复：${refundAnswer}` : ''}`}
      action={
        refundChoice === 'ASKED' && (
          <Flex gap={8}>
            <Button onClick={onDeny}>拒绝</Button>
            <Button danger onClick={onAgree}>
              同意退款
            </Button>
          </Flex>
        )
      }
    />
  )
}

function Items({ order: { items, totalFen } }: { order: ManagedShopOrder }) {
  return (
    <Card size="small" title="商品">
      <Table
        size="small"
        pagination={false}
        scroll={{ x: true }}
        rowKey="productId"
        dataSource={items}
        columns={[
          {
            title: '商品',
            render: (_, { name, picture }) => (
              <Flex gap={12} align="center">
                {picture && (
                  <img src={publicPicture(picture).url} alt="" width={44} height={44} className="picture-tile" />
                )}
                {name}
              </Flex>
            ),
          },
          { title: '单价', align: 'right', render: (_, { priceFen }) => money(priceFen) },
          { title: '数量', align: 'right', dataIndex: 'quantity' },
          { title: '小计', align: 'right', render: (_, { priceFen, quantity }) => money(priceFen * quantity) },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={3} align="right">
              合计
            </Table.Summary.Cell>
            <Table.Summary.Cell index={3} align="right">
              <Typography.Text strong>{money(totalFen)}</Typography.Text>
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
    </Card>
  )
}

function Delivery({ order, onCorrect }: { order: ManagedShopOrder; onCorrect: () => void }) {
  const { address, note, carrier, trackingNo, status } = order
  const [sentAt, receivedAt] = [order.sentAt && new Date(order.sentAt), order.receivedAt && new Date(order.receivedAt)]
  const mayCorrect =
    whyNotCorrectParcel({ status, sentAt: sentAt || null, receivedAt: receivedAt || null }, new Date()) === undefined
  return (
    <Card size="small" title="收货">
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'who', label: '收货人', children: `${address.name} ${address.phone}` },
          { key: 'where', label: '地址', children: `${address.region} ${address.detail}` },
          { key: 'note', label: '买家留言', children: note || NOTHING },
          {
            key: 'parcel',
            label: '快递',
            children: trackingNo ? (
              <Flex gap={8} align="center" wrap>
                <Typography.Text copyable={{ text: trackingNo }}>{`${carrier} ${trackingNo}`}</Typography.Text>
                {mayCorrect && (
                  <Button size="small" onClick={onCorrect}>
                    更正快递
                  </Button>
                )}
              </Flex>
            ) : (
              '还未发货'
            ),
          },
        ]}
      />
    </Card>
  )
}

function Payment({ order: { order, totalFen, isCorrected } }: { order: ManagedShopOrder }) {
  return (
    <Card size="small" title="付款与退款">
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'sum', label: '应付', children: money(totalFen) },
          { key: 'method', label: '方式', children: order.method ? PAY_METHOD_NAMES[order.method] : NOTHING },
          { key: 'paid', label: '付款时间', children: order.paidAt ? when(order.paidAt) : '未付款' },
          ...order.refunds.map(({ id, amountFen, target, state }) => ({
            key: id,
            label: isCorrected ? '冲正' : '退款',
            children: isCorrected
              ? `${money(amountFen)} 没有收到，没有退款`
              : `${money(amountFen)} ${REFUND_TARGET_NAMES[target]}，${refundStateOf({ target, state }).label}`,
          })),
        ]}
      />
    </Card>
  )
}

/** The history of the order, in the order of time. */
function Course({ order }: { order: ManagedShopOrder }) {
  const { createTime, paidAt, sentAt, receivedAt, endedAt, receiveBy, returnBy, status, isCorrected } = order
  const steps = [
    { title: '下单', at: createTime },
    { title: isCorrected ? '前台登记收款' : '付款', at: paidAt },
    { title: '发货', at: sentAt },
    { title: '收货', at: receivedAt },
    { title: isCorrected ? '已冲正' : status === 'REFUNDED' ? '已退款' : '已关闭', at: endedAt },
  ]
  return (
    <Card size="small" title="经过">
      <Timeline
        items={steps.flatMap(({ title, at }) =>
          at
            ? [
                {
                  key: title,
                  content: (
                    <Flex gap={8} wrap align="baseline">
                      <strong>{title}</strong>
                      <Typography.Text type="secondary">{when(at)}</Typography.Text>
                    </Flex>
                  ),
                },
              ]
            : [],
        )}
      />
      {receiveBy && <Typography.Text type="secondary">{when(receiveBy)} 自动确认收货</Typography.Text>}
      {returnBy && <Typography.Text type="secondary">{when(returnBy)} 前可以申请退货</Typography.Text>}
    </Card>
  )
}

/** The content of the parcel, for packing and unpacking; only on paper. */
function PackingSlip({ order }: { order: ManagedShopOrder }) {
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
