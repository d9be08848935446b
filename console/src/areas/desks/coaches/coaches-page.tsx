import { type ManagedCoach, queryCoaches } from '@paidang/api/areas/desks/admin-coaches'
import { readManagedCompany } from '@paidang/api/areas/places/admin-companies'
import { Button, Flex } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { changedAddress } from '../../../ui/table-address'
import { KINDS, STATES, StateTag } from '../users/user-labels'
import { CoachCompanies } from './coach-companies'
import { VerifiedTag } from './coach-labels'

const AN_ID = /^[1-9]\d{0,17}$/

/** All coaches, the latest first; an address with `companyId` shows those of one company. */
export function CoachesPage() {
  const [params] = useSearchParams()
  const asked = params.get('companyId') ?? ''
  const companyId = AN_ID.test(asked) ? asked : undefined
  return (
    <Page title="教练" about="手机号在列表中隐去中间四位；近 30 天课程只计已完成的">
      <DataTable
        endpoint={queryCoaches}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createdAt', sord: 'desc' }}
        empty="没有符合条件的教练"
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

/** Shows the company of the table, and removes that filter. */
function OfCompany({ companyId }: { companyId: string }) {
  const [, setParams] = useSearchParams()
  const { data } = useRead(readManagedCompany, { params: { id: companyId } })
  const name = data?.id === companyId ? data.companyName : companyId
  const leave = () => setParams((before) => changedAddress(before, { companyId: undefined }), { replace: true })
  return (
    <Flex gap={8} align="center">
      <span>
        公司：<Link to={`/companies/${companyId}`}>{name}</Link>
      </span>
      <Button size="small" onClick={leave}>
        查看全部教练
      </Button>
    </Flex>
  )
}
