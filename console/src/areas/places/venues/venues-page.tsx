import { PlusOutlined } from '@ant-design/icons'
import { type ManagedVenue, queryVenues } from '@paidang/api/areas/places/venues'
import { VENUE_STATE_NAMES, VENUE_STATES } from '@paidang/domain/areas/places/venues/venue-state'
import { Button } from 'antd'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { StateTag } from './venue-labels'

/** All venues, those with upcoming events first. Source: specification §7 "Venues" */
export function VenuesPage() {
  return (
    <Page
      title="场馆"
      about="按最近一次上课或开球排序"
      actions={
        <Link to="/venues/new">
          <Button type="primary" icon={<PlusOutlined />}>
            新增场馆
          </Button>
        </Link>
      }
    >
      <DataTable
        endpoint={queryVenues}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'activityTime', sord: 'desc' }}
        empty="没有符合条件的场馆"
        hrefOf={({ id }) => `/venues/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '名称或地址' },
          { kind: 'text', name: 'city', label: '城市' },
          {
            kind: 'choice',
            name: 'state',
            label: '状态',
            options: VENUE_STATES.map((value) => ({ value, label: VENUE_STATE_NAMES[value] })),
          },
        ]}
        columns={[
          { title: '名称', dataIndex: 'name' },
          { title: '城市', render: (_, { city, district }: ManagedVenue) => `${city} ${district}` },
          { title: '场地', dataIndex: 'courtCount', align: 'right' },
          { title: '教练', dataIndex: 'coachCount', align: 'right' },
          { title: '待审关联', dataIndex: 'waitingRequests', align: 'right' },
          { title: '提交人', dataIndex: 'creatorName', render: (name: string | null) => name ?? NOTHING },
          {
            title: '最近活动',
            key: 'activityTime',
            sorter: true,
            sortDirections: ['descend', 'ascend', 'descend'],
            render: (_, { activityTime }: ManagedVenue) => when(activityTime),
          },
          { title: '状态', render: (_, { state }: ManagedVenue) => <StateTag state={state} /> },
        ]}
      />
    </Page>
  )
}
