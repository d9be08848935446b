import { type CoachDetail, readManagedCoach } from '@paidang/api/areas/desks/admin-coaches'
import { Button, Card, Flex, Table } from 'antd'
import { Link, useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { money } from '../../../ui/format'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { KINDS, STATES } from '../users/user-labels'
import { CoachApplications } from './coach-applications'
import { CoachFacts } from './coach-summary'
import { CoachVenues } from './coach-venues'
import { CoachWork } from './coach-work'

/** One coach: profile, companies, courses and venues, applications, and statistics. */
export function CoachPage() {
  const { id = '' } = useParams()
  const read = useRead(readManagedCoach, { params: { id } })
  if (read.data?.id === id && !read.isError) return <KnownCoach coach={read.data} />
  return <Opening name="教练" list="/coaches" read={read} />
}

function KnownCoach({ coach }: { coach: CoachDetail }) {
  const { id, nickname, userType, state, courses, venues, applications } = coach
  return (
    <Page
      title={nickname}
      about={`编号 ${id} · ${KINDS[userType]} · ${STATES[state].label}`}
      actions={
        <Link to={`/users/${id}`}>
          <Button tabIndex={-1}>账号：停用、密码和手机号</Button>
        </Link>
      }
    >
      <Flex gap={16} align="stretch" wrap>
        <Card title="资料" style={{ flex: '1 1 480px' }}>
          <CoachFacts coach={coach} />
        </Card>
        <Card title="工作情况" style={{ flex: '1 1 400px' }}>
          <CoachWork coach={coach} />
        </Card>
      </Flex>
      <Card title="教授课程">
        <Table<CoachDetail['courses'][number]>
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={courses}
          locale={{ emptyText: '没有在教的课程' }}
          columns={[
            { title: '课程', dataIndex: 'courseName' },
            {
              title: '公司',
              render: (_, { companyId, companyName }) => <Link to={`/companies/${companyId}`}>{companyName}</Link>,
            },
            { title: '每课时', align: 'right', render: (_, { pricePerSession }) => money(pricePerSession) },
            { title: '时长', align: 'right', render: (_, { sessionDuration }) => `${sessionDuration} 分钟` },
            { title: '人数上限', align: 'right', dataIndex: 'maxParticipants' },
          ]}
        />
      </Card>
      <Card title="关联场馆">
        <CoachVenues venues={venues} />
      </Card>
      {applications.length > 0 && <CoachApplications applications={applications} />}
    </Page>
  )
}
