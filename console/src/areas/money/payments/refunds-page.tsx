import { getManagedOrder, type ManagedRefund, queryRefunds, retryRefund } from '@paidang/api/areas/money/admin-payments'
import { Button, Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { EnterRefund } from './offline-entries'
import { choicesOf, REFUND_STATE_NAMES, REFUND_TARGET_NAMES, refundStateOf } from './payment-labels'

/** All refunds: stuck ones first, then what staff have to give back. */
export function RefundsPage() {
  return (
    <Page title="退款" about="卡住的和待退还的排在最前，需要有人处理；线下付款的由前台退还后登记">
      <DataTable
        endpoint={queryRefunds}
        rowKey={({ refund }) => refund.id}
        what="退款"
        empty="还没有退款。订单取消、退出或退课后，退款在这里跟进"
        filters={[{ kind: 'choice', name: 'state', label: '状态', options: choicesOf(REFUND_STATE_NAMES) }]}
        columns={[
          {
            title: '状态',
            render: (_, { refund, problem, attempts }: ManagedRefund) => (
              <Flex vertical align="flex-start" gap={4} style={{ maxWidth: 200 }}>
                <Tag color={refundStateOf(refund).color}>{refundStateOf(refund).label}</Tag>
                {problem !== null && <Typography.Text type="danger">{problem}</Typography.Text>}
                {refund.state !== 'DONE' && attempts > 0 && (
                  <Typography.Text type="secondary">失败 {attempts} 次</Typography.Text>
                )}
              </Flex>
            ),
          },
          {
            title: '订单和收款人',
            render: (_, { orderId, orderTitle, payer }: ManagedRefund) => (
              <Flex vertical style={{ maxWidth: 180 }}>
                <Link to={`/payments/${orderId}`}>{orderTitle}</Link>
                <Link to={`/users/${payer.id}`}>{payer.nickname}</Link>
              </Flex>
            ),
          },
          { title: '金额', align: 'right', render: (_, { refund }: ManagedRefund) => money(refund.amountFen) },
          {
            title: '原因',
            render: (_, { refund }: ManagedRefund) => <div style={{ maxWidth: 200 }}>{refund.reason}</div>,
          },
          {
            title: '去向',
            render: (_, { refund }: ManagedRefund) => REFUND_TARGET_NAMES[refund.target],
          },
          { title: '发起', render: (_, { refund }: ManagedRefund) => when(refund.createTime) },
          {
            title: '到账',
            render: (_, { refund, nextTryTime }: ManagedRefund) =>
              nextTryTime === null ? when(refund.doneTime) : `${when(nextTryTime)} 再试`,
          },
          {
            title: '操作',
            render: (_, row: ManagedRefund) => (
              <RefundAction refund={row.refund} orderId={row.orderId} payer={row.payer.nickname} />
            ),
          },
        ]}
      />
    </Page>
  )
}

type ActionProps = { refund: ManagedRefund['refund']; payer: string; orderId: string }

/** What staff do about a refund that is not over: give it back at the desk, or ask the provider again. */
export function RefundAction({ refund, orderId, payer }: ActionProps) {
  if (refund.state === 'DONE') return NOTHING
  return refund.target === 'OFFLINE' ? (
    <EnterRefund refund={refund} orderId={orderId} payer={payer} />
  ) : (
    <RetryRefund refund={refund} payer={payer} />
  )
}

/** Asks the provider at once about a refund that has not arrived. */
function RetryRefund({ refund, payer }: Omit<ActionProps, 'orderId'>) {
  const retry = useWrite(retryRefund, { changes: [queryRefunds, getManagedOrder] })
  const { doAfterAsking } = useAction()
  return (
    <Button
      size="small"
      onClick={() =>
        doAfterAsking({
          title: `重试退给「${payer}」的 ${money(refund.amountFen)}？`,
          effect: '立即以原退款单号向支付方申请或查询；支付方已受理过的不会重复退款。',
          okText: '重试',
          isHarmless: true,
          run: () => retry.mutateAsync({ params: { id: refund.id } }),
          done: '已重新提交，稍后刷新查看结果',
        })
      }
    >
      重试
    </Button>
  )
}
