import type { CourtInUse, VenueFile } from '@paidang/api/areas/places/admin-venues'
import { Card, Flex, Statistic } from 'antd'
import { Link } from 'react-router'
import { when } from '../../../ui/format'
import { ListTable } from '../../../ui/list-table'

/** The number of upcoming events at a venue, and at each of its courts. */
export function UpcomingCard({ file: { venue, upcoming, courts } }: { file: VenueFile }) {
  return (
    <Card
      title="未结束的安排"
      style={{ flex: '1 1 420px' }}
      extra={
        <Flex gap={16}>
          <Link to={`/classes?stadiumId=${venue.id}`}>查看约课</Link>
          <Link to={`/games?stadiumId=${venue.id}`}>查看球局</Link>
        </Flex>
      }
    >
      <Flex gap={40} wrap style={{ marginBottom: 16 }}>
        <Statistic title="约课" value={upcoming.classes} suffix="节" />
        <Statistic title="球局" value={upcoming.games} suffix="场" />
        <Statistic title="最早开始" value={when(upcoming.first).slice(0, 16)} />
      </Flex>
      <ListTable<CourtInUse>
        rows={courts}
        rowKey="id"
        empty="没有场地"
        columns={[
          { title: '场地', render: (_, { name, surface }) => (surface === '' ? name : `${name}（${surface}）`) },
          { title: '约课', dataIndex: 'classes', align: 'right' },
          { title: '球局', dataIndex: 'games', align: 'right' },
          { title: '最早开始', render: (_, { first }) => when(first).slice(0, 16) },
        ]}
      />
    </Card>
  )
}
