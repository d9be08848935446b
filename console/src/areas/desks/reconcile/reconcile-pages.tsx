import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import {
  getReconcileRun,
  listReconcileFindings,
  listReconcileRuns,
  type ReconcileFinding,
  type ReconcileRun,
  recheckFinding,
  startReconcile,
} from '@paidang/api/areas/desks/admin-reconcile'
import type { FindingKind } from '@paidang/domain/areas/money/payments/reconcile'
import { dayOf } from '@paidang/domain/kernel/day'
import { Alert, Button, DatePicker, Form, Progress, Tag, Typography } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { Link, useParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { whenExactly } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { useAction, useGoOn } from '../../../ui/use-action'

const RUN_STATE_NAMES: Record<ReconcileRun['state'], { label: string; color: string }> = {
  WAITING: { label: '排队中', color: 'default' },
  RUNNING: { label: '进行中', color: 'blue' },
  DONE: { label: '已完成', color: 'green' },
  FAILED: { label: '未能完成', color: 'red' },
}

const FINDING_NAMES: Record<FindingKind, string> = {
  PAYMENT_MISSED: '对方已收款，我方未入账',
  PAYMENT_MISSING: '我方已入账，对方未收款',
  PAYMENT_AMOUNT: '金额不同',
  PAYMENT_NUMBER: '交易号不同',
  REFUND_STATE: '退款状态不同',
  ORDER_UNPAID: '订单已支付但没有入账',
  CARD_LEDGER: '储值卡扣款与支付不符',
  OFFLINE_ENTRY: '线下收退与前台登记不符',
}

/** Whether a run is still in progress. */
const goesOn = ({ state }: Pick<ReconcileRun, 'state'>) => state === 'WAITING' || state === 'RUNNING'

/** The result of a run as text; a run without differences says so. */
export function resultOf(run: ReconcileRun): string {
  if (goesOn(run)) return `已核对 ${run.compared} / ${run.toCompare} 笔`
  if (run.state === 'FAILED') return '支付方多次无法查询，请稍后重新对账'
  if (run.findings === 0) return `共 ${run.compared} 笔，无差异`
  return run.openFindings === 0
    ? `${run.findings} 处差异，均已一致`
    : `${run.findings} 处差异，${run.openFindings} 处待处理`
}

const LOOK_AGAIN_MS = 3_000

/** The books use the days of China, wherever the operator is. */
const chinaToday = () => dayjs(dayOf(serverNow()))

/** Reconciliations of our books with the provider's, and the start of a new one. */
export function ReconcilePage() {
  return (
    <Page
      title="对账"
      about="逐笔核对支付、退款与支付方的记录，以及储值卡流水；每天凌晨自动核对前一天"
      actions={<Start />}
    >
      <DataTable
        endpoint={listReconcileRuns}
        rowKey={({ id }) => id}
        empty="还没有对过账"
        refetchInterval={LOOK_AGAIN_MS}
        hrefOf={({ id }) => `/reconcile/${id}`}
        columns={[
          { title: '对账日', dataIndex: 'day' },
          {
            title: '状态',
            render: (_, { state }: ReconcileRun) => (
              <Tag color={RUN_STATE_NAMES[state].color}>{RUN_STATE_NAMES[state].label}</Tag>
            ),
          },
          { title: '结果', render: (_, run: ReconcileRun) => <Result run={run} /> },
          { title: '发起', render: (_, { requestedBy }: ReconcileRun) => requestedBy ?? '每晚自动' },
          { title: '开始', render: (_, { createTime }: ReconcileRun) => whenExactly(createTime) },
          { title: '结束', render: (_, { endTime }: ReconcileRun) => whenExactly(endTime) },
        ]}
      />
    </Page>
  )
}

function Result({ run }: { run: ReconcileRun }) {
  if (goesOn(run)) {
    const percent = run.toCompare === 0 ? 0 : Math.floor((run.compared / run.toCompare) * 100)
    return <Progress percent={percent} size="small" style={{ width: 200 }} format={() => resultOf(run)} />
  }
  return <Typography.Text type={run.openFindings > 0 ? 'danger' : undefined}>{resultOf(run)}</Typography.Text>
}

function Start() {
  const start = useWrite(startReconcile, { changes: [listReconcileRuns] })
  const { doIt } = useAction()
  const submit = ({ day }: { day: Dayjs }) =>
    void doIt({ run: () => start.mutateAsync({ body: { day: day.format('YYYY-MM-DD') } }), done: '已开始对账' })
  return (
    <Form layout="inline" onFinish={submit} initialValues={{ day: chinaToday().subtract(1, 'day') }}>
      <Form.Item name="day" rules={[{ required: true, message: '请选择日期' }]}>
        <DatePicker aria-label="对账日" allowClear={false} disabledDate={(day) => day.isAfter(chinaToday(), 'day')} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={start.isPending}>
        开始对账
      </Button>
    </Form>
  )
}

/** One reconciliation: its result, and each difference as both books have it. */
export function ReconcileRunPage() {
  const { id = '' } = useParams()
  const read = useRead(getReconcileRun, { params: { id } }, { refetchInterval: LOOK_AGAIN_MS })
  const start = useWrite(startReconcile, { changes: [listReconcileRuns, readInbox] })
  const { doIt } = useAction()
  const goOn = useGoOn()
  if (read.isError || read.data?.id !== id) return <Opening name="对账记录" list="/reconcile" read={read} />
  const run = read.data
  const again = async () => {
    const next = await doIt({ run: () => start.mutateAsync({ body: { day: run.day } }), done: `已开始对账 ${run.day}` })
    if (next) goOn(`/reconcile/${next.id}`)
  }
  const kind = goesOn(run) ? 'info' : run.state === 'FAILED' || run.openFindings > 0 ? 'warning' : 'success'
  return (
    <Page
      title={`${run.day} 对账`}
      about={`${run.requestedBy ?? '每晚自动'} · ${whenExactly(run.createTime)}`}
      actions={
        !goesOn(run) && (
          <Button loading={start.isPending} onClick={() => void again()}>
            重新对账
          </Button>
        )
      }
    >
      <Alert type={kind} showIcon title={resultOf(run)} />
      <DataTable
        endpoint={listReconcileFindings}
        params={{ id }}
        rowKey={(finding) => finding.id}
        empty={goesOn(run) ? '还没有发现差异' : '没有差异'}
        filters={[
          {
            kind: 'choice',
            name: 'kind',
            label: '差异',
            options: Object.entries(FINDING_NAMES).map(([value, label]) => ({ value, label })),
          },
        ]}
        columns={[
          { title: '差异', render: (_, finding: ReconcileFinding) => FINDING_NAMES[finding.kind] },
          {
            title: '订单',
            render: (_, { orderId, orderTitle }: ReconcileFinding) => (
              <Link to={`/payments/${orderId}`}>
                {orderTitle}（{orderId}）
              </Link>
            ),
          },
          { title: '我方', dataIndex: 'ours' },
          { title: '对方', dataIndex: 'theirs' },
          { title: '处理', render: (_, finding: ReconcileFinding) => <Recheck finding={finding} /> },
        ]}
      />
    </Page>
  )
}

function Recheck({ finding: { id, kind, settledTime } }: { finding: ReconcileFinding }) {
  const recheck = useWrite(recheckFinding, { changes: [getReconcileRun, listReconcileFindings, listReconcileRuns] })
  const { doIt } = useAction()
  if (settledTime) return <Tag color="green">已一致 {whenExactly(settledTime)}</Tag>
  // The provider cannot explain a difference inside our own books.
  if (kind === 'ORDER_UNPAID' || kind === 'CARD_LEDGER' || kind === 'OFFLINE_ENTRY') return '请联系技术人员'
  return (
    <Button
      size="small"
      loading={recheck.isPending}
      onClick={() => void doIt({ run: () => recheck.mutateAsync({ params: { id } }), done: '支付方已答复' })}
    >
      重新核对
    </Button>
  )
}
