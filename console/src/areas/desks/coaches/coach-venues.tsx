import type { CoachDetail } from '@paidang/api/areas/desks/admin-coaches'
import { Space, Table, Tag } from 'antd'
import { Link } from 'react-router'
import { NOTHING, when } from '../../../ui/format'
import { ASSOCIATION_STATES } from './coach-labels'

type Venue = CoachDetail['venues'][number]

/** The venues of a coach: teaching, requested, and managed. */
export function CoachVenues({ venues }: { venues: Venue[] }) {
  return (
    <Table<Venue>
      size="small"
      rowKey="id"
      pagination={venues.length > 20 && { pageSize: 20, showSizeChanger: false }}
      dataSource={venues}
      locale={{ emptyText: '没有关联场馆' }}
      columns={[
        {
          title: '场馆',
          render: (_, { id, name, isManager }) => (
            <Space size={8}>
              <Link to={`/venues/${id}`}>{name}</Link>
              {isManager && <Tag color="green">管理者</Tag>}
            </Space>
          ),
        },
        { title: '城市', render: (_, { city, district }) => `${city} ${district}` },
        {
          title: '关联',
          render: (_, { associationStatus }) => (
            <Tag color={ASSOCIATION_STATES[associationStatus]?.color ?? 'default'}>
              {ASSOCIATION_STATES[associationStatus]?.label}
            </Tag>
          ),
        },
        { title: '申请时间', render: (_, { createdAt }) => when(createdAt) },
        { title: '处理时间', render: (_, { decidedAt }) => when(decidedAt) },
        { title: '拒绝原因', render: (_, { reason }) => reason || NOTHING },
      ]}
    />
  )
}
