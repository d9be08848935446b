import { type CompanyDetail, readManagedCompany } from '@paidang/api/areas/places/admin-companies'
import { Card, Table } from 'antd'
import { Link, useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { money, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { CompanyActions } from './company-actions'
import { CompanyFacts } from './company-facts'
import { kindOf, stateOf } from './company-labels'
import { CompanyMembers } from './company-members'

/** One company: its rules, coaches and courses, what it owes its students, and its audit events. */
export function CompanyPage() {
  const { id = '' } = useParams()
  const read = useRead(readManagedCompany, { params: { id } })
  if (read.data?.id === id && !read.isError) return <KnownCompany company={read.data} />
  return <Opening name="公司" list="/companies" read={read} />
}

function KnownCompany({ company }: { company: CompanyDetail }) {
  const { id, companyName, courses, retiredPolicies, auditEvents } = company
  return (
    <Page
      title={companyName}
      about={`编号 ${id} · ${kindOf(company)} · ${stateOf(company)}`}
      actions={<CompanyActions company={company} />}
    >
      <CompanyFacts company={company} />
      <Card title="教练" extra={<Link to={`/coaches?companyId=${id}`}>在教练列表中查看</Link>}>
        <CompanyMembers members={company.members} />
      </Card>
      <Card title="在售课程">
        <Table<CompanyDetail['courses'][number]>
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={courses}
          locale={{ emptyText: '没有在售的课程' }}
          scroll={{ x: true }}
          columns={[
            { title: '课程', dataIndex: 'courseName' },
            { title: '每课时', align: 'right', render: (_, { pricePerSession }) => money(pricePerSession) },
            { title: '时长', align: 'right', render: (_, { sessionDuration }) => `${sessionDuration} 分钟` },
            { title: '人数上限', align: 'right', dataIndex: 'maxParticipants' },
            { title: '授课教练', render: (_, { coachNames }) => coachNames.join('、') || '还没有教练教授' },
            { title: '有效学员', align: 'right', dataIndex: 'studentCount' },
            { title: '未消课时', align: 'right', dataIndex: 'outstandingSessions' },
          ]}
        />
      </Card>
      {retiredPolicies.length > 0 && (
        <Card title="以前的取消规则">
          <Table<CompanyDetail['retiredPolicies'][number]>
            size="small"
            rowKey="retiredAt"
            pagination={false}
            dataSource={retiredPolicies}
            columns={[
              { title: '更改时间', width: 190, render: (_, { retiredAt }) => when(retiredAt) },
              { title: '更改人', width: 140, dataIndex: 'retiredByName' },
              {
                title: '此前的规则（之前的约课仍按此执行）',
                render: (_, { freeCancelHours, forgivenLateCancels }) =>
                  `开课前 ${freeCancelHours} 小时可免费取消，90 天内免 ${forgivenLateCancels} 次`,
              },
            ]}
          />
        </Card>
      )}
      <AuditEventsCard auditEvents={auditEvents} about={{ kind: 'company', id }} empty="还没有人操作过这家公司" />
    </Page>
  )
}
