import type { StaffAccount } from '@paidang/api/areas/desks/staff-accounts'
import { Flex, type TableColumnsType, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { when } from '../../../ui/format'
import { ROLE_NAMES } from './role-names'

/** The columns of accounts, with their actions. */
export function accountColumns(actions: (account: StaffAccount) => ReactNode): TableColumnsType<StaffAccount> {
  return [
    {
      title: '姓名',
      render: (_, { nickname, username }) => (
        <>
          <Typography.Text strong>{nickname}</Typography.Text>
          <br />
          <Typography.Text type="secondary">{username}</Typography.Text>
        </>
      ),
    },
    { title: '角色', render: (_, { role }) => ROLE_NAMES[role] },
    {
      title: '状态',
      render: (_, { disabledTime, hasFactor }) => (
        <>
          {disabledTime ? <Tag>已停用 {when(disabledTime)}</Tag> : <Tag color="green">可登录</Tag>}
          {hasFactor && <Tag>两步验证</Tag>}
        </>
      ),
    },
    { title: '最近登录', render: (_, { lastSeenTime }) => (lastSeenTime ? when(lastSeenTime) : '从未登录') },
    { title: '创建时间', render: (_, { createTime }) => when(createTime) },
    { title: '操作', fixed: 'end', render: (_, account) => <Flex gap={4}>{actions(account)}</Flex> },
  ]
}
