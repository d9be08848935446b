import type { CompanyDetail } from '@paidang/api/areas/places/admin-companies'
import { Space, Table, Tag } from 'antd'
import { Link } from 'react-router'
import { NOTHING, when } from '../../../ui/format'
import { KINDS, StateTag } from '../../desks/users/user-labels'

type Member = CompanyDetail['members'][number]

/** The coaches of a company, its admin first. */
export function CompanyMembers({ members }: { members: Member[] }) {
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
