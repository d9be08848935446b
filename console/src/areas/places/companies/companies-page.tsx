import { PlusOutlined } from '@ant-design/icons'
import { type ManagedCompany, queryCompanies } from '@paidang/api/areas/places/admin-companies'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { CompanyStateTag, kindOf } from './company-labels'
import { FoundModal } from './found-modal'

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
        empty="没有符合条件的公司"
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
