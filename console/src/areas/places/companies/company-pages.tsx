import { PlusOutlined } from '@ant-design/icons'
import {
  type CompanyDetail,
  type ManagedCompany,
  queryCompanies,
  readManagedCompany,
} from '@paidang/api/areas/places/admin-companies'
import type { ManagedPolicies, ManagedPolicy } from '@paidang/api/areas/places/policies'
import { policyFacts } from '@paidang/domain/areas/activities/classes/policy'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { Button, Card, Descriptions, Flex, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { AuditEventsCard } from '../../../ui/audit-events-card'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { KINDS, StateTag } from '../../desks/users/user-labels'
import { CompanyActions, FoundModal } from './company-forms'
import { cancelTextOf, nameOf, termsInForce, Versions } from './policies-page'

/** The kind of a company. */
const kindOf = ({ isPerson }: Pick<ManagedCompany, 'isPerson'>) => (isPerson ? '一人公司' : '团队')

/** The status of a company. */
const stateOf = ({ closedAt }: Pick<ManagedCompany, 'closedAt'>) => (closedAt ? '已关闭' : '营业')

function CompanyStateTag({ closedAt }: Pick<ManagedCompany, 'closedAt'>) {
  return <Tag color={closedAt ? 'default' : 'green'}>{stateOf({ closedAt })}</Tag>
}

/** All companies, the latest founded first. */
export function CompaniesPage() {
  const [isFounding, setIsFounding] = useState(false)
  return (
    <Page
      title="公司"
      about="团队和教练的一人公司；学员和课时按有效合同计算"
      actions={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsFounding(true)}>
          新增公司
        </Button>
      }
    >
      <DataTable
        endpoint={queryCompanies}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createdAt', sord: 'desc' }}
        what="公司"
        empty="还没有公司。教练认证通过后自动有一人公司，团队用「新增公司」开通"
        hrefOf={({ id }) => `/companies/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '公司名或管理员' },
          {
            kind: 'choice',
            name: 'isPerson',
            label: '类型',
            options: [
              { value: 'false', label: '团队' },
              { value: 'true', label: '一人公司' },
            ],
          },
          {
            kind: 'choice',
            name: 'isClosed',
            label: '状态',
            options: [
              { value: 'false', label: '营业' },
              { value: 'true', label: '已关闭' },
            ],
          },
        ]}
        columns={[
          { title: '编号', dataIndex: 'id', width: 90 },
          { title: '名称', dataIndex: 'companyName' },
          { title: '类型', render: (_, company: ManagedCompany) => kindOf(company) },
          {
            title: '管理员',
            render: (_, { admin }: ManagedCompany) => <Link to={`/users/${admin.id}`}>{admin.nickname}</Link>,
          },
          {
            title: '教练',
            key: 'coachCount',
            align: 'right',
            sorter: true,
            render: (_, { coachCount }: ManagedCompany) => coachCount,
          },
          { title: '在售课程', dataIndex: 'courseCount', align: 'right' },
          { title: '有效学员', dataIndex: 'studentCount', align: 'right' },
          { title: '未消课时', dataIndex: 'outstandingSessions', align: 'right' },
          {
            title: '成立时间',
            key: 'createdAt',
            sorter: true,
            render: (_, { createdAt }: ManagedCompany) => when(createdAt),
          },
          { title: '状态', render: (_, { closedAt }: ManagedCompany) => <CompanyStateTag closedAt={closedAt} /> },
        ]}
      />
      {isFounding && <FoundModal onClose={() => setIsFounding(false)} />}
    </Page>
  )
}

/** One company: its rules, coaches and courses, what it owes its students, and its audit events. */
export function CompanyPage() {
  const { id = '' } = useParams()
  const read = useRead(readManagedCompany, { params: { id } })
  if (read.data?.id === id && !read.isError) return <KnownCompany company={read.data} />
  return <Opening name="公司" list="/companies" read={read} />
}

function KnownCompany({ company }: { company: CompanyDetail }) {
  const { id, companyName, courses, settings, policies, retiredPolicies, auditEvents } = company
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
      <Card title="取消规则">
        <CompanyPolicies all={{ rule: settings, policies }} />
      </Card>
      {retiredPolicies.length > 0 && (
        <Card title="以前的基本规则">
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

/** What cancelling and missing a class costs, of the company and of its courses. The company's stands open. */
function CompanyPolicies({ all }: { all: ManagedPolicies }) {
  return (
    <Table<ManagedPolicy>
      size="small"
      rowKey={({ courseId }) => courseId ?? 'company'}
      pagination={false}
      dataSource={all.policies}
      scroll={{ x: true }}
      expandable={{
        defaultExpandedRowKeys: ['company'],
        expandedRowRender: (policy) => (
          <>
            <Descriptions
              size="small"
              column={2}
              items={policyFacts(termsInForce(policy, all)).map(({ name, value }) => ({
                key: name,
                label: name,
                children: value,
              }))}
            />
            <Versions policy={policy} />
          </>
        ),
      }}
      columns={[
        { title: '用于', render: (_, policy) => nameOf(policy) },
        { title: '取消', render: (_, policy) => cancelTextOf(policy, all) },
        { title: '版本', render: (_, { version }) => (version > 0 ? `第 ${version} 版` : NOTHING) },
      ]}
    />
  )
}

/** The facts of a company and what it owes its students. */
function CompanyFacts({ company }: { company: CompanyDetail }) {
  const { id, admin, phone, settings, createdAt, closedAt } = company
  const { firstStart, lastStart } = settings
  return (
    <Flex gap={16} align="stretch" wrap>
      <Card title="资料" style={{ flex: '1 1 520px' }}>
        <Descriptions
          size="small"
          column={2}
          items={[
            { key: 'kind', label: '类型', children: kindOf(company) },
            { key: 'state', label: '状态', children: <CompanyStateTag closedAt={closedAt} /> },
            {
              key: 'admin',
              label: '管理员',
              children: <Link to={`/users/${admin.id}`}>{admin.nickname}</Link>,
            },
            { key: 'phone', label: '电话', children: phone ?? NOTHING },
            { key: 'created', label: '成立时间', children: when(createdAt) },
            ...(closedAt ? [{ key: 'closed', label: '关闭时间', children: when(closedAt) }] : []),
            {
              key: 'hours',
              label: '常用营业时间',
              children: `首节 ${timeOf(firstStart)}，末节 ${timeOf(lastStart)}`,
            },
          ]}
        />
      </Card>
      <Card title="课时合同" style={{ flex: '1 1 360px' }}>
        <Descriptions
          size="small"
          column={2}
          items={[
            {
              key: 'running',
              label: '有效合同',
              children: <Link to={`/contracts?companyId=${id}&isActive=true`}>{company.runningContracts} 份</Link>,
            },
            {
              key: 'all',
              label: '全部合同',
              children: <Link to={`/contracts?companyId=${id}`}>{company.contractCount} 份</Link>,
            },
            { key: 'students', label: '有效学员', children: `${company.studentCount} 人` },
            { key: 'outstanding', label: '未消课时', children: `${company.outstandingSessions} 课时` },
            { key: 'held', label: '其中已预占', children: `${company.heldSessions} 课时` },
          ]}
        />
      </Card>
    </Flex>
  )
}

type Member = CompanyDetail['members'][number]

/** The coaches of a company, its admin first. */
function CompanyMembers({ members }: { members: Member[] }) {
  return (
    <Table<Member>
      size="small"
      rowKey="id"
      pagination={members.length > 20 && { pageSize: 20, showSizeChanger: false }}
      dataSource={members}
      locale={{ emptyText: '没有教练' }}
      scroll={{ x: true }}
      columns={[
        {
          title: '教练',
          render: (_, { id, nickname, isAdmin }) => (
            <Space size={8}>
              <Link to={`/coaches/${id}`}>{nickname}</Link>
              {isAdmin && <Tag color="green">管理员</Tag>}
            </Space>
          ),
        },
        { title: '身份', render: (_, { userType }) => KINDS[userType] },
        { title: '教授课程', render: (_, { courseNames }) => courseNames.join('、') || NOTHING },
        { title: '加入时间', render: (_, { joinedAt }) => when(joinedAt) },
        { title: '账号状态', render: (_, { state }) => <StateTag state={state} /> },
      ]}
    />
  )
}
