import { type InvariantRun, listInvariantRuns } from '@paidang/api/areas/desks/admin-invariants'
import { Tag } from 'antd'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { outcomeOf, secondsOf } from './check-labels'

/** All checks, latest first; a row opens its findings. */
export function ChecksTable() {
  return (
    <DataTable
      endpoint={listInvariantRuns}
      rowKey={({ id }) => id}
      empty="还没有检查过"
      hrefOf={({ id }) => `/invariants?run=${id}`}
      columns={[
        { title: '编号', dataIndex: 'id' },
        { title: '开始', render: (_, { begunAt, askedAt }: InvariantRun) => when(begunAt ?? askedAt) },
        { title: '用时', render: (_, run: InvariantRun) => secondsOf(run) ?? NOTHING },
        { title: '发起', render: (_, { requestedBy }: InvariantRun) => requestedBy ?? '每日自动' },
        { title: '规则', render: (_, { checked, total }: InvariantRun) => `${checked} / ${total}` },
        {
          title: '结果',
          render: (_, run: InvariantRun) => <Tag color={outcomeOf(run).color}>{outcomeOf(run).label}</Tag>,
        },
      ]}
    />
  )
}
