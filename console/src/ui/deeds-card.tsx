import { Card, Table } from 'antd'
import { Link } from 'react-router'
import { when } from './words'

/** What was done, by whom and when. */
type Deed = { id: string; summary: string; byName: string; createdAt: string }

type DeedsCardProps = {
  deeds: Deed[]
  /** Of which thing, as the audit trail names it. */
  about: { kind: string; id: string }
  /** What is said where nobody did anything yet. */
  empty: string
}

/** What the staff did to the thing of a page, the latest first, with the way to all of it. */
export function DeedsCard({ deeds, about, empty }: DeedsCardProps) {
  const all = new URLSearchParams({ objectKind: about.kind, objectId: about.id })
  return (
    <Card title="运营操作" extra={<Link to={`/audit?${all}`}>全部记录</Link>}>
      <Table<Deed>
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={deeds}
        locale={{ emptyText: empty }}
        columns={[
          { title: '时间', width: 190, render: (_, { createdAt }) => when(createdAt) },
          { title: '操作人', width: 140, dataIndex: 'byName' },
          { title: '操作', dataIndex: 'summary' },
        ]}
      />
    </Card>
  )
}
