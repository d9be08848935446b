import { Card, Table } from 'antd'
import { Link } from 'react-router'
import { whenExactly } from './format'

/** An audit event: action, person and time. */
type AuditEvent = { id: string; summary: string; byName: string; createdAt: string }

type AuditEventsCardProps = {
  auditEvents: AuditEvent[]
  /** The object, as named in the audit log. */
  about: { kind: string; id: string }
  /** The message before the first action. */
  empty: string
  /** As the cards beside it. */
  size?: 'small'
}

/** The actions of the staff on the object of a page, the latest first. A link leads to all of them. */
export function AuditEventsCard({ auditEvents, about, empty, size }: AuditEventsCardProps) {
  const all = new URLSearchParams({ objectKind: about.kind, objectId: about.id })
  return (
    <Card {...(size && { size })} title="运营操作" extra={<Link to={`/audit?${all}`}>全部记录</Link>}>
      <Table<AuditEvent>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: true }}
        dataSource={auditEvents}
        locale={{ emptyText: empty }}
        columns={[
          { title: '时间', width: 190, render: (_, { createdAt }) => whenExactly(createdAt) },
          { title: '操作人', width: 140, dataIndex: 'byName' },
          { title: '操作', dataIndex: 'summary' },
        ]}
      />
    </Card>
  )
}
