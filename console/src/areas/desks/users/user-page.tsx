import { readManagedUser, type UserDetail } from '@paidang/api/areas/desks/admin-users'
import { Card, Flex, Table } from 'antd'
import { useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { NOTHING, when } from '../../../ui/format'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { HoldingsList } from './holdings-list'
import { UserActions } from './user-actions'
import { UserEvents } from './user-events'
import { KINDS, STATES } from './user-labels'
import { UserProfile } from './user-profile'

/** One account: profile, holdings, last events, log-ins, and audit events. */
export function UserPage() {
  const { id = '' } = useParams()
  const read = useRead(readManagedUser, { params: { id } })
  if (read.data?.id === id && !read.isError) return <KnownUser user={read.data} />
  return <Opening name="用户" list="/users" read={read} />
}

function KnownUser({ user }: { user: UserDetail }) {
  const { id, nickname, userType, state, holdings, logIns, suspensions, auditEvents } = user
  return (
    <Page
      title={nickname}
      about={`编号 ${id} · ${KINDS[userType]} · ${STATES[state].label}`}
      actions={<UserActions user={user} />}
    >
      <Flex gap={16} align="flex-start" wrap>
        <Card title="资料" style={{ flex: '1 1 480px' }}>
          <UserProfile key={id} user={user} />
        </Card>
        <Card title="名下业务" style={{ flex: '1 1 360px' }}>
          <HoldingsList userId={id} holdings={holdings} />
        </Card>
      </Flex>
      <UserEvents userId={id} />
      <Card title="登录设备">
        <Table<UserDetail['logIns'][number]>
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={logIns}
          locale={{ emptyText: '没有登录中的设备' }}
          columns={[
            { title: '端', render: (_, { platform }) => (platform === 'web' ? '网页' : '小程序') },
            { title: '设备', render: (_, { device }) => device || NOTHING },
            { title: '登录时间', render: (_, { loggedInAt }) => when(loggedInAt) },
            { title: '最近活动', render: (_, { lastSeenAt }) => when(lastSeenAt) },
          ]}
        />
      </Card>
      {suspensions.length > 0 && (
        <Card title="停用记录">
          <Table<UserDetail['suspensions'][number]>
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={suspensions}
            columns={[
              { title: '停用时间', render: (_, { startedAt }) => when(startedAt) },
              { title: '停用至', render: (_, { until }) => (until ? when(until) : '长期') },
              { title: '原因', dataIndex: 'reason' },
              { title: '操作人', dataIndex: 'byName' },
              { title: '结束时间', render: (_, { endedAt }) => when(endedAt) },
              { title: '恢复人', render: (_, { endedByName }) => endedByName ?? NOTHING },
            ]}
          />
        </Card>
      )}
      <AuditEventsCard auditEvents={auditEvents} about={{ kind: 'user', id }} empty="还没有人操作过这个账号" />
    </Page>
  )
}
