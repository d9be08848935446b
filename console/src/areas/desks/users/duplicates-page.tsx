import { type Duplicate, listDuplicates, type ManagedUser } from '@paidang/api/areas/desks/admin-users'
import { Button } from 'antd'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'

const nameOf = ({ nickname, id }: ManagedUser) => `${nickname}（编号 ${id}）`

/** Accounts with the same phone number, which may belong to one person. */
export function DuplicatesPage() {
  return (
    <Page
      title="重复账号"
      about="微信验证了手机号、但该号码已属于另一个账号的用户；核实是同一人后合并"
      actions={
        <Link to="/users/merge">
          <Button tabIndex={-1}>按编号或手机号合并</Button>
        </Link>
      }
    >
      <DataTable
        endpoint={listDuplicates}
        rowKey={({ claimant }) => claimant.id}
        empty="没有待处理的重复账号"
        hrefOf={({ claimant, holder }) => `/users/merge?from=${claimant.id}&into=${holder.id}`}
        columns={[
          { title: '手机号', render: (_, { holder }: Duplicate) => holder.phone ?? NOTHING },
          { title: '持有该号码的账号', render: (_, { holder }: Duplicate) => nameOf(holder) },
          { title: '最近登录', render: (_, { holder }: Duplicate) => when(holder.lastSeenAt) },
          { title: '要绑定该号码的账号', render: (_, { claimant }: Duplicate) => nameOf(claimant) },
          { title: '注册时间', render: (_, { claimant }: Duplicate) => when(claimant.createdAt) },
          { title: '验证时间', render: (_, { claimedAt }: Duplicate) => when(claimedAt) },
          {
            title: '操作',
            fixed: 'end',
            render: (_, { claimant, holder }: Duplicate) => (
              <Link to={`/users/merge?from=${claimant.id}&into=${holder.id}`}>对比</Link>
            ),
          },
        ]}
      />
    </Page>
  )
}
