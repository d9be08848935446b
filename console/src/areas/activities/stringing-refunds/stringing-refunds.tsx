import {
  decideStringingRefund,
  getManagedStringingOrder,
  listManagedStringingOrders,
  listStringingRefunds,
  loseRacketOfOrder,
  type ManagedStringingOrder,
  recordPickupOfOrder,
  requestStringingRefund,
  type StringingRefund,
  withdrawStringingRefund,
} from '@paidang/api/areas/activities/admin-stringing'
import { STRINGING_STATUS_NAMES, STRINGING_STATUSES } from '@paidang/domain/areas/activities/stringing/order-status'
import {
  pickupAction,
  STRINGING_REFUND_CAUSE_NAMES,
  STRINGING_REFUND_CAUSES,
  type StringingRefundCause,
  whyNotLose,
  whyNotRefund,
} from '@paidang/domain/areas/activities/stringing/refund'
import { Alert, Button, Descriptions, Flex, Form, Radio } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal, ReasonField, ReasonModal } from '../../../ui/form-modal'
import { money, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import {
  REQUEST_STATE_FILTER,
  RequestActions,
  stateColumn,
  storyColumns,
  useOwnPassword,
} from '../../ground/money-requests/requests'
import { OrderSteps } from '../board/order-status'

/** What operators ask for: an order that was paid in the shop ends without a refund from here. */
const askText = ({ isPaidInShop }: { isPaidInShop: boolean }): string => (isPaidInShop ? '申请结束订单' : '申请退款')

/** What happens to the racket of a refunded order. */
const racketText = ({ isRacketLost }: { isRacketLost: boolean }): string =>
  isRacketLost ? '球拍无法归还' : '球拍由店铺退还'

/** Where the racket of an order is. */
function racketPlace({ isInShop, isRacketLost }: { isInShop: boolean; isRacketLost: boolean }): string {
  if (isRacketLost) return '无法归还'
  return isInShop ? '在店里' : '不在店里'
}

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
        what="订单"
        empty="还没有穿线订单。球员向店铺下单后会出现在这里"
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

/** A stringing order of any shop: the status of racket and job, its refund, and where the racket went. */
export function StringingOrderPage() {
  const { id = '' } = useParams()
  const read = useRead(getManagedStringingOrder, { params: { id } })
  const { isRefused, notice } = useOwnPassword()
  const [isAsking, setIsAsking] = useState(false)
  const [isLosing, setIsLosing] = useState(false)
  const [isPickedUp, setIsPickedUp] = useState(false)
  if (read.isError || read.data?.id !== id) return <Opening name="穿线订单" list="/stringing-orders" read={read} />
  const order = read.data
  return (
    <Page
      title={`穿线订单 ${order.orderNo}`}
      about={STRINGING_STATUS_NAMES[order.status]}
      actions={
        <Flex gap={8} wrap>
          {!order.hasWaitingRefund && whyNotRefund(order.status) === undefined && (
            <Button danger disabled={isRefused} onClick={() => setIsAsking(true)}>
              {askText(order)}
            </Button>
          )}
          {pickupAction(order) !== undefined && <Button onClick={() => setIsPickedUp(true)}>球拍已取走</Button>}
          {whyNotLose(order) === undefined && (
            <Button danger onClick={() => setIsLosing(true)}>
              球拍遗失
            </Button>
          )}
        </Flex>
      }
    >
      {notice}
      <Descriptions
        bordered
        size="small"
        column={3}
        items={[
          {
            key: 'owner',
            label: '顾客',
            children: <Link to={`/users/${order.owner.id}`}>{order.owner.nickname}</Link>,
          },
          {
            key: 'shop',
            label: '商家',
            children: <Link to={`/merchants/${order.merchant.id}`}>{order.merchant.name}</Link>,
          },
          { key: 'racket', label: '球拍', children: order.racketName },
          { key: 'where', label: '球拍在哪', children: racketPlace(order) },
          {
            key: 'payment',
            label: '付款',
            children: <Link to={`/payments/${order.paymentOrderId}`}>{money(order.totalFen)}</Link>,
          },
          { key: 'changed', label: '最近变化', children: when(order.responseTime) },
        ]}
      />
      {order.hasWaitingRefund && (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              有一笔退款待审批，<Link to={`/stringing-refunds?orderNo=${order.orderNo}`}>去查看</Link>
            </>
          }
        />
      )}
      <OrderSteps steps={order.steps.map((step) => ({ ...step, photos: [] }))} trackingNo="" />
      {isAsking && <AskRefundModal order={order} onClose={() => setIsAsking(false)} />}
      {isPickedUp && <PickupModal order={order} onClose={() => setIsPickedUp(false)} />}
      {isLosing && <LoseRacketModal order={order} onClose={() => setIsLosing(false)} />}
    </Page>
  )
}

type Values = { cause: StringingRefundCause; isRacketLost?: boolean; reason: string }

/** Requests the end of a paid order, and its refund where it was paid here. No money moves before a senior approves. */
function AskRefundModal({ order, onClose }: { order: ManagedStringingOrder; onClose: () => void }) {
  const ask = useWrite(requestStringingRefund, { changes: [listStringingRefunds, getManagedStringingOrder] })
  const { doIt } = useAction()
  const submit = async ({ reason, cause, isRacketLost = false }: Values) => {
    const run = () =>
      ask.mutateAsync({
        params: { id: order.id },
        body: { cause, isRacketLost, reason: reason.trim(), revision: order.revision },
      })
    return (await doIt({ run, done: '已提交，等待运营主管审批' })) !== undefined
  }
  return (
    <FormModal<Values>
      title={`${askText(order)} ${order.orderNo}`}
      effect={
        order.isPaidInShop
          ? '到店付款，平台没有收款，也不会退款。另一位运营主管通过后订单才会取消，顾客会收到通知，与商家结算。'
          : `全额 ${money(order.totalFen)}。另一位运营主管通过后订单才会取消、钱款才会退回，顾客会收到通知。`
      }
      okText="提交审批"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="cause" label="事由" rules={[{ required: true, message: '请选择事由' }]}>
        <Radio.Group
          options={STRINGING_REFUND_CAUSES.map((value) => ({ value, label: STRINGING_REFUND_CAUSE_NAMES[value] }))}
        />
      </Form.Item>
      {order.isInShop && (
        <Form.Item name="isRacketLost" label="球拍" rules={[{ required: true, message: '请选择球拍的去向' }]}>
          <Radio.Group
            options={[false, true].map((isRacketLost) => ({
              value: isRacketLost,
              label: racketText({ isRacketLost }),
            }))}
          />
        </Form.Item>
      )}
      <ReasonField readBy="顾客和店铺" />
    </FormModal>
  )
}

/** Records that the racket of a cancelled order will not come back from the shop. */
function LoseRacketModal({ order, onClose }: { order: ManagedStringingOrder; onClose: () => void }) {
  const lose = useWrite(loseRacketOfOrder, { changes: [getManagedStringingOrder, listManagedStringingOrders] })
  const { doIt } = useAction()
  const submit = async ({ reason }: { reason: string }) => {
    const run = () =>
      lose.mutateAsync({ params: { id: order.id }, body: { reason: reason.trim(), revision: order.revision } })
    return (await doIt({ run, done: '已登记，顾客会收到通知' })) !== undefined
  }
  return (
    <FormModal<{ reason: string }>
      title={`球拍遗失 ${order.orderNo}`}
      effect={`${order.racketName} 不再等待退还，店铺和顾客的账号不再因它受限。登记后不能撤回。`}
      okText="登记遗失"
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField readBy="顾客和店铺" />
    </FormModal>
  )
}

/** Records for the shop that the player has the racket. */
function PickupModal({ order, onClose }: { order: ManagedStringingOrder; onClose: () => void }) {
  const record = useWrite(recordPickupOfOrder, { changes: [getManagedStringingOrder, listManagedStringingOrders] })
  const { doIt } = useAction()
  const isReady = order.status === 'READY'
  return (
    <ReasonModal
      title={`球拍已取走 ${order.orderNo}`}
      effect={`${isReady ? '订单完成' : '球拍不再等待退还'}，顾客会收到通知，顾客和店铺会看到原因。请先向顾客核实。登记后不能撤回。`}
      okText={isReady ? '完成订单' : '登记已取走'}
      onOk={async (reason) => {
        const run = () => record.mutateAsync({ params: { id: order.id }, body: { reason, revision: order.revision } })
        return (await doIt({ run, done: '已登记，顾客会收到通知' })) !== undefined
      }}
      onClose={onClose}
    />
  )
}

/** Requested refunds of stringing orders in progress: one operator requests, another decides. */
export function StringingRefundsPage() {
  const { isRefused, notice } = useOwnPassword()
  return (
    <Page title="穿线退款" about="开始穿线后的退款：一人从穿线订单提交，另一位运营主管审批；通过前订单和钱款不变">
      {notice}
      <DataTable
        endpoint={listStringingRefunds}
        rowKey={({ id }) => id}
        what="退款申请"
        empty="还没有退款申请。开始穿线后要退款的，打开那个穿线订单提交"
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
