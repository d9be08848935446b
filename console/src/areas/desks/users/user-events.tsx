import { type AuditEntry, searchAudit } from '@paidang/api/areas/ground/admin-audit'
import { Card } from 'antd'
import { Link } from 'react-router'
import { useRead } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { NOTHING, when } from '../../../ui/format'
import { ListTable } from '../../../ui/list-table'
import { actionOf, changeOf, pageOf, thingOf } from '../audit/audit-labels'

const LAST = 20

/** The last events of a user: log-ins, bookings, games, payments and suspensions. Each leads to what it is about. */
export function UserEvents({ userId }: { userId: string }) {
  const read = useRead(searchAudit, { query: { current: 1, rows: LAST, personId: userId } })
  return (
    <Card title="最近动态" extra={<Link to={`/audit?personId=${userId}`}>全部动态</Link>}>
      {read.isError ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <ListTable<AuditEntry>
          rowKey="key"
          rows={read.data?.rows}
          empty="还没有动态"
          columns={[
            { title: '时间', width: 190, render: (_, { at }) => when(at) },
            { title: '事件', render: (_, entry) => actionOf(entry) },
            { title: '对象', render: (_, { object }) => <Thing object={object} userId={userId} /> },
            { title: '变化', render: (_, entry) => changeOf(entry) ?? NOTHING },
            {
              title: '说明',
              render: (_, { summary, reason }) => (
                <span className="audit-summary">{summary ?? (reason || NOTHING)}</span>
              ),
            },
          ]}
        />
      )}
    </Card>
  )
}

function Thing({ object, userId }: { object: AuditEntry['object']; userId: string }) {
  if (object.kind === 'user' && object.id === userId) return NOTHING
  return <Link to={pageOf(object)}>{thingOf(object)}</Link>
}
