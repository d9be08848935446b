import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import {
  getReconcileRun,
  listReconcileFindings,
  listReconcileRuns,
  type ReconcileFinding,
  recheckFinding,
  startReconcile,
} from '@paidang/api/areas/desks/admin-reconcile'
import { Alert, Button, Tag } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { when } from '../../../ui/format'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { FINDING_NAMES, goesOn, resultOf } from './run-labels'

const LOOK_AGAIN_MS = 3_000

/** One reconciliation: its result, and each difference as both books have it. */
export function ReconcileRunPage() {
  const { id = '' } = useParams()
  const read = useRead(getReconcileRun, { params: { id } }, { refetchInterval: LOOK_AGAIN_MS })
  const start = useWrite(startReconcile, { changes: [listReconcileRuns, readInbox] })
  const { doIt } = useAction()
  const navigate = useNavigate()
  if (read.isError || read.data?.id !== id) return <Opening name="对账记录" list="/reconcile" read={read} />
  const run = read.data
  const again = async () => {
    const next = await doIt({ run: () => start.mutateAsync({ body: { day: run.day } }), done: `已开始对账 ${run.day}` })
    if (next) navigate(`/reconcile/${next.id}`)
  }
  const kind = goesOn(run) ? 'info' : run.state === 'FAILED' || run.openFindings > 0 ? 'warning' : 'success'
  return (
    <Page
      title={`${run.day} 对账`}
      about={`${run.requestedBy ?? '每晚自动'} · ${when(run.createTime)}`}
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
  if (settledTime) return <Tag color="green">已一致 {when(settledTime)}</Tag>
  // The provider cannot explain a difference inside our own books.
  if (kind === 'ORDER_UNPAID' || kind === 'CARD_LEDGER') return '请联系技术人员'
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
