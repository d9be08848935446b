import { listReconcileRuns, type ReconcileRun, startReconcile } from '@paidang/api/areas/desks/admin-reconcile'
import { dayOf } from '@paidang/domain/kernel/day'
import { Button, DatePicker, Form, Progress, Tag, Typography } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { serverNow } from '../../../platform/clock'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { goesOn, RUN_STATE_NAMES, resultOf } from './run-labels'

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
          { title: '开始', render: (_, { createTime }: ReconcileRun) => when(createTime) },
          { title: '结束', render: (_, { endTime }: ReconcileRun) => when(endTime) },
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
