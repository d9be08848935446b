import {
  type CoachDetail,
  type ManagedCoach,
  queryCoaches,
  readManagedCoach,
} from '@paidang/api/areas/desks/admin-coaches'
import { readManagedCompany } from '@paidang/api/areas/places/admin-companies'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { isId } from '@paidang/domain/kernel/id'
import { Button, Card, Descriptions, Flex, Space, Table, Tag } from 'antd'
import { Link, useParams, useSearchParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { Pictures } from '../../../ui/pictures'
import { FixedFilter } from '../../../ui/table-filters'
import { KINDS, STATES, StateTag } from '../users/user-labels'

/** Whether an operator has approved the coach. */
function VerifiedTag({ isVerified }: Pick<ManagedCoach, 'isVerified'>) {
  return <Tag color={isVerified ? 'green' : 'default'}>{isVerified ? '已认证' : '未认证'}</Tag>
}

/** The states of a coach's request to teach at a venue. */
const ASSOCIATION_STATES: Readonly<Record<number, { label: string; color: string }>> = {
  [APPROVAL.PENDING]: { label: '待审核', color: 'gold' },
  [APPROVAL.APPROVED]: { label: '已关联', color: 'green' },
  [APPROVAL.REJECTED]: { label: '未通过', color: 'red' },
}

/** All coaches, the latest first; an address with `companyId` shows those of one company. */
export function CoachesPage() {
  const [params] = useSearchParams()
  const asked = params.get('companyId') ?? ''
  const companyId = isId(asked) ? asked : undefined
  return (
    <Page title="教练" about="手机号在列表中隐去中间四位；近 30 天课程只计已完成的">
      <DataTable
        endpoint={queryCoaches}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createdAt', sord: 'desc' }}
        what="教练"
        empty={companyId ? '这家公司还没有教练' : '还没有教练。教练认证在待办里审核，通过后会出现在这里'}
        hrefOf={({ id }) => `/coaches/${id}`}
        {...(companyId && { fixed: { companyId }, aside: <OfCompany companyId={companyId} /> })}
        filters={[
          { kind: 'text', name: 'keyword', label: '昵称或手机号' },
          {
            kind: 'choice',
            name: 'isVerified',
            label: '认证',
            options: [
              { value: 'true', label: '已认证' },
              { value: 'false', label: '未认证' },
            ],
          },
          {
            kind: 'choice',
            name: 'isPerson',
            label: '类型',
            options: [
              { value: 'false', label: '团队教练' },
              { value: 'true', label: '个人教练' },
            ],
          },
          {
            kind: 'choice',
            name: 'state',
            label: '状态',
            options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
          },
        ]}
        columns={[
          { title: '编号', dataIndex: 'id', width: 90 },
          { title: '昵称', dataIndex: 'nickname', className: 'whole' },
          { title: '手机号', dataIndex: 'phone', render: (phone: string | null) => phone ?? NOTHING },
          { title: '身份', dataIndex: 'userType', render: (kind: number) => KINDS[kind] },
          {
            title: '公司',
            render: (_, { companies }: ManagedCoach) => <CoachCompanies companies={companies} />,
          },
          { title: '场馆', dataIndex: 'venueCount', align: 'right' },
          { title: '学员', dataIndex: 'studentCount', align: 'right' },
          { title: '近 30 天课程', dataIndex: 'classCount', align: 'right' },
          { title: '认证', render: (_, { isVerified }: ManagedCoach) => <VerifiedTag isVerified={isVerified} /> },
          { title: '状态', dataIndex: 'state', render: (_, { state }: ManagedCoach) => <StateTag state={state} /> },
          {
            title: '注册时间',
            key: 'createdAt',
            sorter: true,
            render: (_, { createdAt }: ManagedCoach) => when(createdAt),
          },
          {
            title: '最近登录',
            key: 'lastSeenAt',
            sorter: true,
            render: (_, { lastSeenAt }: ManagedCoach) => when(lastSeenAt),
          },
        ]}
      />
    </Page>
  )
}

/** The company of the table, as a filter that can be removed. */
function OfCompany({ companyId }: { companyId: string }) {
  const { data } = useRead(readManagedCompany, { params: { id: companyId } })
  const name = data?.id === companyId ? data.companyName : companyId
  return (
    <FixedFilter
      name="companyId"
      label="公司"
      object={<Link to={`/companies/${companyId}`}>{name}</Link>}
      without="查看全部教练"
    />
  )
}

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

/** The profile of a coach, and the companies. */
function CoachFacts({ coach }: { coach: CoachDetail }) {
  const { state, isVerified, phone, region, description, companies, createdAt, lastSeenAt } = coach
  return (
    <Descriptions
      size="small"
      column={2}
      items={[
        { key: 'state', label: '状态', children: <StateTag state={state} /> },
        { key: 'verified', label: '认证', children: <VerifiedTag isVerified={isVerified} /> },
        { key: 'phone', label: '手机号', children: phone ?? NOTHING },
        { key: 'region', label: '地区', children: region || NOTHING },
        { key: 'created', label: '注册时间', children: when(createdAt) },
        { key: 'seen', label: '最近登录', children: when(lastSeenAt) },
        { key: 'companies', label: '公司', span: 'filled', children: <CoachCompanies companies={companies} /> },
        { key: 'description', label: '介绍', span: 'filled', children: description || NOTHING },
      ]}
    />
  )
}

/** The companies of a coach, each with a link. */
function CoachCompanies({ companies }: Pick<ManagedCoach, 'companies'>) {
  if (companies.length === 0) return NOTHING
  return (
    <Space size={8} wrap>
      {companies.map(({ id, companyName, isPerson, isAdmin }) => (
        <Link key={id} to={`/companies/${id}`}>
          {isPerson ? `${companyName}（个人）` : isAdmin ? `${companyName}（管理员）` : companyName}
        </Link>
      ))}
    </Space>
  )
}

type Venue = CoachDetail['venues'][number]

/** The venues of a coach: teaching, requested, and managed. */
function CoachVenues({ venues }: { venues: Venue[] }) {
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

/** A coach's statistics. Those with a list of their own open it. */
function CoachWork({ coach: { id, work, studentCount } }: { coach: CoachDetail }) {
  const classes = work.classes.map(({ status, count }) => `${INVITATION_STATUS_NAMES[status]} ${count}`).join('，')
  const items: [label: string, text: string, list?: string][] = [
    ['学员', `${studentCount} 人`],
    [
      '有效合同',
      `${work.runningContracts} 份，未消 ${work.outstandingSessions} 课时`,
      `/contracts?coachId=${id}&isActive=true`,
    ],
    ['未开始的约课', `${work.upcomingClasses} 节`, `/classes?coachId=${id}`],
    ['近 90 天约课', classes || '没有', `/classes?coachId=${id}`],
    ['临时取消', `${work.lateCancels} 节（近 90 天，过了免费取消时间）`],
    ['获赞', `${work.likes} 次`],
    [
      '被举报',
      work.waitingReports > 0 ? `${work.reports} 次，${work.waitingReports} 次待处理` : `${work.reports} 次`,
      `/approvals?kind=reports&state=all&ownerId=${id}`,
    ],
  ]
  return (
    <Descriptions
      size="small"
      column={1}
      items={items.map(([label, text, list]) => ({
        key: label,
        label,
        children: list === undefined ? text : <Link to={list}>{text}</Link>,
      }))}
    />
  )
}

type Application = CoachDetail['applications'][number]

/** A coach's applications and their decisions; the latest first. */
function CoachApplications({ applications }: { applications: Application[] }) {
  return (
    <>
      {applications.map((one) => (
        <Card key={one.application.id} title="教练申请" extra={<Waiting {...one} />}>
          <OneApplication {...one} />
        </Card>
      ))}
    </>
  )
}

function Waiting({ application: { approveStatus } }: Application) {
  return approveStatus === APPROVAL.PENDING && <Link to="/approvals?kind=coaches">去审核</Link>
}

function OneApplication({ application, decision }: Application) {
  const { realName, yearsTeaching, region, introduction, createTime, approveStatus, certificates } = application
  const verdict = approveStatus === APPROVAL.APPROVED ? '已通过' : '已拒绝'
  const by = decision && `${decision.by ?? NOTHING}，${when(decision.at)}`
  const reason = decision?.reason ? `，原因：${decision.reason}` : ''
  return (
    <>
      <Descriptions
        size="small"
        column={2}
        items={[
          { key: 'name', label: '真实姓名', children: realName },
          { key: 'years', label: '教龄', children: `${yearsTeaching} 年` },
          { key: 'region', label: '地区', children: region || NOTHING },
          { key: 'sent', label: '提交时间', children: when(createTime) },
          { key: 'verdict', label: '审核', span: 'filled', children: by ? `${verdict}（${by}${reason}）` : verdict },
          { key: 'introduction', label: '介绍', span: 'filled', children: introduction || NOTHING },
        ]}
      />
      <Pictures
        pictures={certificates.map(({ url }, index) => ({ url, alt: `资质照片 ${index + 1}` }))}
        width={240}
        height={240}
        isWhole
      />
    </>
  )
}
