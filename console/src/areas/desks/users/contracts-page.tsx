import { type ManagedContract, queryContracts } from '@paidang/api/areas/money/admin-contracts'
import { hourPriceText } from '@paidang/domain/areas/money/contracts/contract'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { pageOf } from '../audit/audit-labels'

const STATES: Readonly<Record<number, { label: string; color: string }>> = {
  1: { label: '有效', color: 'green' },
  2: { label: '已用完', color: 'default' },
  3: { label: '已过期', color: 'default' },
}

/** All course contracts, the latest first. A row opens the movements of its hours. */
export function ContractsPage() {
  return (
    <Page title="课时合同" about="最新的在前；点开一份合同看它的课时流水">
      <DataTable
        endpoint={queryContracts}
        rowKey={({ id }) => id}
        what="课时合同"
        empty="还没有课时合同。教练缔约、球员购课或导入学员后会出现在这里"
        hrefOf={({ id }) => pageOf({ kind: 'contract', id })}
        filters={[
          { kind: 'text', name: 'userId', label: '球员编号', maxLength: 19, isId: true },
          { kind: 'text', name: 'coachId', label: '教练编号', maxLength: 19, isId: true },
          { kind: 'text', name: 'companyId', label: '公司编号', maxLength: 19, isId: true },
          {
            kind: 'choice',
            name: 'isActive',
            label: '状态',
            options: [
              { value: 'true', label: '有效' },
              { value: 'false', label: '已用完或已过期' },
            ],
          },
        ]}
        columns={[
          { title: '编号', dataIndex: 'id', width: 90 },
          {
            title: '球员',
            render: (_, { player }: ManagedContract) => <Link to={`/users/${player.id}`}>{player.nickname}</Link>,
          },
          { title: '课程', dataIndex: 'courseName' },
          {
            title: '公司',
            render: (_, row: ManagedContract) => <Link to={`/companies/${row.companyId}`}>{row.companyName}</Link>,
          },
          {
            title: '缔约教练',
            render: (_, { coach }: ManagedContract) =>
              coach === null ? NOTHING : <Link to={`/coaches/${coach.id}`}>{coach.nickname}</Link>,
          },
          { title: '剩余课时', align: 'right', dataIndex: 'remainingSessions' },
          { title: '已预占', align: 'right', dataIndex: 'heldSessions' },
          { title: '每课时', align: 'right', render: (_, contract: ManagedContract) => hourPriceText(contract) },
          { title: '到期日', dataIndex: 'expiryDate' },
          {
            title: '状态',
            render: (_, { contractStatus }: ManagedContract) => (
              <Tag color={STATES[contractStatus]?.color}>{STATES[contractStatus]?.label}</Tag>
            ),
          },
          { title: '缔约时间', render: (_, { createTime }: ManagedContract) => when(createTime) },
        ]}
      />
    </Page>
  )
}
