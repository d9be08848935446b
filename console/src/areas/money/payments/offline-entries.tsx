import {
  correctOfflineEntry,
  decideOfflineEntry,
  enterOfflinePayment,
  enterOfflineRefund,
  listOfflineEntries,
  type OfflineEntry,
  readOfflineSettings,
  withdrawOfflineEntry,
} from '@paidang/api/areas/money/admin-offline'
import { getManagedOrder, queryOrders, queryRefunds } from '@paidang/api/areas/money/admin-payments'
import type { Order, Refund } from '@paidang/api/areas/money/payments'
import { errors } from '@paidang/api/catalogue/errors'
import {
  MAX_RECEIPT_NO,
  needsSecondPerson,
  OFFLINE_WAY_NAMES,
  OFFLINE_WAYS,
  type OfflineKind,
  type OfflineWay,
  plainReceiptNo,
  waitsUntil,
  whyNotCorrect,
  whyNotTakeBack,
} from '@paidang/domain/areas/money/payments/offline'
import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { Button, Flex, Form, Input, Radio, Table, Tag, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { FormModal, ReasonModal } from '../../../ui/form-modal'
import { money, NOTHING, when } from '../../../ui/format'
import { useAction } from '../../../ui/use-action'
import { RequestActions, stateColumn, storyColumns, useOwnPassword } from '../../ground/money-requests/requests'
import { ORDER_STATE_NAMES } from './payment-labels'

const CHANGED = { changes: [listOfflineEntries, getManagedOrder, queryOrders, queryRefunds] }

type Values = { way: OfflineWay; receiptNo: string; reason: string }

type EnterModalProps = {
  title: string
  amountFen: number
  /** What one entry does, below the limit. */
  effect: string
  /** What follows at once, and what above the limit of one person. */
  follows: { alone: string; second: string }
  receipt: string
  onEnter: (typed: Values & { amountFen: number }) => Promise<unknown>
  onClose: () => void
}

/** The form of the front desk: cash or transfer, the receipt's number, and why. It says what happens above the limit. */
function EnterModal({ title, amountFen, effect, follows, receipt, onEnter, onClose }: EnterModalProps) {
  const { data } = useRead(readOfflineSettings, {})
  const { doIt } = useAction()
  const waits = data !== undefined && needsSecondPerson(amountFen, data.limitFen)
  const submit = async ({ way, receiptNo, reason }: Values) => {
    const run = () => onEnter({ amountFen, way, receiptNo, reason: reason.trim() })
    return (await doIt({ run, done: waits ? '已登记，等待另一位运营主管复核' : '已登记' })) !== undefined
  }
  const after = data && waits ? `超过 ${money(data.limitFen)}，${follows.second}复核前可以撤回。` : follows.alone
  return (
    <FormModal<Values>
      title={title}
      effect={`${effect}${after}`}
      okText={waits ? '提交复核' : '确认登记'}
      initialValues={{ way: 'CASH' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="way" label="方式">
        <Radio.Group options={OFFLINE_WAYS.map((value) => ({ value, label: OFFLINE_WAY_NAMES[value] }))} />
      </Form.Item>
      <Form.Item
        name="receiptNo"
        label={receipt}
        rules={[
          { required: true, whitespace: true, message: `请填写${receipt}` },
          {
            validator: async (_rule, typed: string | undefined) => {
              if (typed?.trim() && plainReceiptNo(typed) === undefined)
                throw new Error(errors.offline_receipt_invalid.message)
            },
          },
        ]}
      >
        <Input maxLength={MAX_RECEIPT_NO} autoComplete="off" />
      </Form.Item>
      <Form.Item name="reason" label="说明" rules={[{ required: true, whitespace: true, message: '请填写说明' }]}>
        <Input.TextArea rows={2} maxLength={200} showCount placeholder="例如：本人到店付现金" />
      </Form.Item>
    </FormModal>
  )
}

/** The entries about one order. */
const useEntries = (orderId: string) =>
  useRead(listOfflineEntries, { query: { current: FIRST_PAGE, rows: 50, orderId } }).data?.rows ?? []

/** Enters the money of an unpaid order; nothing where the desk takes none, or while an entry waits. */
export function EnterPayment({ order, payer }: { order: Order; payer: string }) {
  const { data } = useRead(readOfflineSettings, {})
  const waits = useEntries(order.id).some(({ kind, state }) => kind === 'PAYMENT' && state === 'WAITING')
  const enter = useWrite(enterOfflinePayment, CHANGED)
  const { isRefused } = useOwnPassword()
  const [isOpen, setIsOpen] = useState(false)
  if (order.state !== 'UNPAID' || !data?.isOffered || waits) return null
  const { id, amountFen, expiresAt } = order
  const until = when(waitsUntil({ kind: order.kind, expiresAt: new Date(expiresAt) }, new Date()).toISOString())
  return (
    <>
      <Button type="primary" disabled={isRefused} onClick={() => setIsOpen(true)}>
        登记线下收款
      </Button>
      {isOpen && (
        <EnterModal
          title={`订单 ${id} 收款 ${money(amountFen)}`}
          amountFen={amountFen}
          effect={`确认已收到「${payer}」的全部 ${money(amountFen)}。`}
          follows={{
            alone: '登记后订单立即为已付款，付款人收到通知；登记错了须两人冲正。',
            second: `须另一位运营主管在 ${until} 前复核才生效；到时没有复核，订单关闭，收的钱须退还。`,
          }}
          receipt="收据号或转账流水号"
          onEnter={(body) => enter.mutateAsync({ params: { id }, body })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

type EnterRefundProps = { refund: Refund; orderId: string; payer: string }

/** Enters how a refund was given back at the desk. While an entry of it, or a correction of its payment, waits it says so. */
export function EnterRefund({ refund: { id, amountFen }, orderId, payer }: EnterRefundProps) {
  // All refunds of a table ask the same, once.
  const waiting = useRead(listOfflineEntries, { query: { current: FIRST_PAGE, rows: 50, state: 'WAITING' } })
  const enter = useWrite(enterOfflineRefund, CHANGED)
  const { isRefused } = useOwnPassword()
  const [isOpen, setIsOpen] = useState(false)
  if (waiting.data?.rows.some(({ refundId }) => refundId === id))
    return <Typography.Text type="secondary">已登记，等待复核</Typography.Text>
  const correction = waiting.data?.rows.find(({ kind, order }) => kind === 'CORRECTION' && order.id === orderId)
  if (correction)
    return (
      <Told>
        {`${correction.requestedBy.nickname} 已申请冲正，先不要退钱。`}
        <Link to="/offline?state=WAITING">复核或撤回冲正</Link>
        后再看这里
      </Told>
    )
  return (
    <>
      <Button size="small" type="primary" disabled={isRefused} onClick={() => setIsOpen(true)}>
        登记退还
      </Button>
      {isOpen && (
        <EnterModal
          title={`退还 ${money(amountFen)}`}
          amountFen={amountFen}
          effect={`确认已把全部 ${money(amountFen)} 退还「${payer}」。`}
          follows={{
            alone: '登记后退款完成，付款人收到通知，不能撤销。',
            second: '须另一位运营主管复核后才生效。',
          }}
          receipt="退款收据号或转账流水号"
          onEnter={(body) => enter.mutateAsync({ params: { id }, body })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const KIND_NAMES: Record<OfflineKind, string> = { PAYMENT: '收款', REFUND: '退还', CORRECTION: '冲正收款' }

/** What is entered, without what it is for. */
const entryColumns = [
  {
    title: '登记',
    render: (_: unknown, { kind, amountFen, correctedTime }: OfflineEntry) => (
      <>
        {`${KIND_NAMES[kind]} ${money(amountFen)}`}
        {correctedTime !== null && <Tag style={{ marginInlineStart: 8 }}>已冲正</Tag>}
      </>
    ),
  },
  { title: '方式', render: (_: unknown, { way }: OfflineEntry) => OFFLINE_WAY_NAMES[way] },
  {
    title: '收据号',
    render: (_: unknown, { receiptNo }: OfflineEntry) => <Typography.Text copyable>{receiptNo}</Typography.Text>,
  },
]

/** The columns of all entries, with the order. */
export const allColumns = (isRefused: boolean) => [
  stateColumn,
  {
    title: '订单',
    render: (_: unknown, { order }: OfflineEntry) => (
      <>
        <Link to={`/payments/${order.id}`}>{`${order.id} ${order.title}`}</Link>{' '}
        <Tag color={ORDER_STATE_NAMES[order.state].color}>{ORDER_STATE_NAMES[order.state].label}</Tag>
      </>
    ),
  },
  { title: '付款人', render: (_: unknown, { payer }: OfflineEntry) => `${payer.nickname}（${payer.id}）` },
  ...entryColumns,
  ...storyColumns,
  {
    title: '操作',
    fixed: 'end' as const,
    render: (_: unknown, row: OfflineEntry) => <EntryActions entry={row} isRefused={isRefused} />,
  },
]

/** The entries about one order; nothing when there are none. */
export function EntriesOfOrder({ orderId }: { orderId: string }) {
  const { isRefused, notice } = useOwnPassword()
  const entries = useEntries(orderId)
  if (entries.length === 0) return null
  return (
    <section aria-label="前台登记">
      <Typography.Title level={2} style={{ fontSize: 16, margin: '0 0 8px' }}>
        前台登记
      </Typography.Title>
      {notice}
      <Table
        size="small"
        pagination={false}
        rowKey="id"
        scroll={{ x: true }}
        dataSource={entries}
        columns={[
          stateColumn,
          ...entryColumns,
          ...storyColumns,
          {
            title: '操作',
            render: (_: unknown, row: OfflineEntry) => <EntryActions entry={row} isRefused={isRefused} />,
          },
        ]}
      />
    </section>
  )
}

/** What approving an entry asks and does, and how things stay without it. */
function effectsOf({ kind, payer: { nickname }, order }: OfflineEntry): { asks: string; does: string; stays: string } {
  switch (kind) {
    case 'PAYMENT': {
      const staysAs = order.state === 'UNPAID' ? '订单仍是待付款' : `订单${ORDER_STATE_NAMES[order.state].label}`
      const stays = `${staysAs}；已收的钱请退还付款人。`
      return { asks: `确认收到「${nickname}」的付款？`, does: '订单立即为已付款', stays }
    }
    case 'REFUND':
      return { asks: `确认已退还「${nickname}」？`, does: '退款立即完成', stays: '退款仍在等前台退还。' }
    case 'CORRECTION':
      return {
        asks: `确认「${nickname}」的这笔收款登记有误？`,
        ...(order.state === 'CLOSED'
          ? { does: '收据号可以重新登记，取消待退还的这笔钱', stays: '这笔钱仍待前台退还。' }
          : { does: '收据号可以重新登记，订单买的内容立即收回', stays: '这笔收款照旧有效。' }),
      }
  }
}

function EntryActions({ entry, isRefused }: { entry: OfflineEntry; isRefused: boolean }) {
  const decide = useWrite(decideOfflineEntry, CHANGED)
  const withdraw = useWrite(withdrawOfflineEntry, CHANGED)
  const { id, kind, state, amountFen, way, receiptNo, order, correctedTime, correctionBy, isUsed = false } = entry
  const bought = { orderKind: order.kind, orderState: order.state, isUsed }
  if (kind === 'PAYMENT' && state === 'DONE') {
    const refusal = whyNotCorrect({
      ...{ kind, state, ...bought },
      ...{ isCorrected: correctedTime !== null, waits: correctionBy !== null },
    })
    if (refusal === 'offline_entry_corrected') return NOTHING
    if (correctionBy) return <Told>{`${correctionBy.nickname} 已申请冲正，等待另一位运营主管复核`}</Told>
    return refusal ? <Told>{errors[refusal].message}</Told> : <Correct entry={entry} isRefused={isRefused} />
  }
  const { asks, does, stays } = effectsOf(entry)
  const waits = state === 'WAITING'
  const refusal = waits && kind === 'CORRECTION' ? whyNotTakeBack(bought) : undefined
  const isTooLate = refusal !== undefined || (kind === 'PAYMENT' && order.state !== 'UNPAID')
  const what = `${OFFLINE_WAY_NAMES[way]} ${money(amountFen)}，收据号 ${receiptNo}`
  const actions = (
    <RequestActions
      request={entry}
      isRefused={isRefused}
      withdrawing={{
        title: '撤回这笔登记？',
        effect: stays,
        run: () => withdraw.mutateAsync({ params: { id } }),
        done: '已撤回',
      }}
      approving={
        isTooLate
          ? null
          : {
              title: asks,
              effect: `${what}。${does}并通知付款人，${kind === 'PAYMENT' ? '登记错了须再由两人冲正' : '不能撤销'}。`,
              done: '已通过',
            }
      }
      refusing={{ title: '拒绝这笔登记', effect: stays, done: '已拒绝' }}
      decide={(body) => decide.mutateAsync({ params: { id }, body })}
    />
  )
  if (refusal === undefined) return actions
  return (
    <Flex vertical gap={8} align="flex-start">
      <Told>{errors[refusal].message}</Told>
      {actions}
    </Flex>
  )
}

/** Why there is no button, in the place of one. */
function Told({ children }: { children: ReactNode }) {
  return (
    <Typography.Text type="secondary" style={{ display: 'block', width: 200, whiteSpace: 'normal' }}>
      {children}
    </Typography.Text>
  )
}

/** Asks to take back a payment that was entered by mistake. */
function Correct({ entry, isRefused }: { entry: OfflineEntry; isRefused: boolean }) {
  const correct = useWrite(correctOfflineEntry, CHANGED)
  const { doIt } = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const { id, amountFen, payer, order } = entry
  const follows =
    order.state === 'CLOSED'
      ? `这笔待退还的 ${money(amountFen)} 不再退还。收到过的钱不在这里冲正，请登记退还。`
      : `收回「${order.title}」，用过的不能冲正。收了又要退的钱不在这里冲正，请由付款人取消订单。`
  return (
    <>
      <Button size="small" disabled={isRefused} onClick={() => setIsOpen(true)}>
        冲正
      </Button>
      {isOpen && (
        <ReasonModal
          title={`冲正「${payer.nickname}」的收款 ${money(amountFen)}`}
          effect={`登记错了人或金额时用：钱没有收到，或是别的订单的。须另一位运营主管复核；通过后${follows}`}
          okText="提交复核"
          isDangerous
          onOk={async (reason) => {
            const run = () => correct.mutateAsync({ params: { id }, body: { reason } })
            return (await doIt({ run, done: '已提交，等待另一位运营主管复核' })) !== undefined
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
