import { type ManagedUser, queryUsers } from '@paidang/api/areas/desks/admin-users'
import { Button } from 'antd'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { KINDS, STATES, StateTag } from './user-labels'

/** All users, the latest first. */
export function UsersPage() {
  return (
    <Page
      title="用户"
      about="手机号在列表中隐去中间四位"
      actions={
        <Link to="/users/duplicates">
          <Button tabIndex={-1}>重复账号</Button>
        </Link>
      }
    >
      <DataTable
        endpoint={queryUsers}
        rowKey={({ id }) => id}
        usualSort={{ sort: 'createdAt', sord: 'desc' }}
        empty="没有符合条件的用户"
        hrefOf={({ id }) => `/users/${id}`}
        filters={[
          { kind: 'text', name: 'keyword', label: '手机号、昵称或编号' },
          {
            kind: 'choice',
            name: 'userType',
            label: '身份',
            options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
          },
          {
            kind: 'choice',
            name: 'state',
            label: '状态',
            options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
          },
          { kind: 'days', name: 'from', until: 'until', label: '注册' },
        ]}
        columns={[
          { title: '编号', dataIndex: 'id', width: 90 },
          { title: '昵称', dataIndex: 'nickname' },
          { title: '手机号', dataIndex: 'phone', render: (phone: string | null) => phone ?? NOTHING },
          { title: '用户名', dataIndex: 'username', render: (name: string | null) => name ?? NOTHING },
          { title: '身份', dataIndex: 'userType', render: (kind: number) => KINDS[kind] },
          { title: '状态', dataIndex: 'state', render: (_, { state }: ManagedUser) => <StateTag state={state} /> },
          {
            title: '注册时间',
            key: 'createdAt',
            sorter: true,
            render: (_, { createdAt }: ManagedUser) => when(createdAt),
          },
          {
            title: '最近登录',
            key: 'lastSeenAt',
            sorter: true,
            render: (_, { lastSeenAt }: ManagedUser) => when(lastSeenAt),
          },
        ]}
      />
    </Page>
  )
}
