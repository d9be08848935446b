import { PlusOutlined } from '@ant-design/icons'
import { type ManagedPlan, queryPlans } from '@paidang/api/areas/money/admin-top-ups'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useSession } from '../../../platform/session'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { OnSaleTag } from './card-labels'

/** The amounts that cards can be topped up with, on sale or not. */
export function PlansPage() {
  const isSenior = useSession(({ staff }) => staff?.role === 'senior')
  return (
    <Page
      title="充值方案"
      about="拍档里充值储值卡时的选项；由运营主管设置"
      actions={
        isSenior && (
          <Link to="/top-up-plans/new">
            <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
              新增方案
            </Button>
          </Link>
        )
      }
    >
      <DataTable
        endpoint={queryPlans}
        rowKey={({ id }) => id}
        empty="没有符合条件的充值方案"
        hrefOf={({ id }) => `/top-up-plans/${id}`}
        filters={[
          {
            kind: 'choice',
            name: 'isOnSale',
            label: '状态',
            options: [
              { value: 'true', label: '在售' },
              { value: 'false', label: '停售' },
            ],
          },
        ]}
        columns={[
          { title: '编号', dataIndex: 'id', width: 90 },
          { title: '充值', align: 'right', render: (_, { principalFen }: ManagedPlan) => money(principalFen) },
          { title: '赠送', align: 'right', render: (_, { giftFen }: ManagedPlan) => money(giftFen) },
          { title: '新增时间', render: (_, { createTime }: ManagedPlan) => when(createTime) },
          { title: '状态', render: (_, { isOnSale }: ManagedPlan) => <OnSaleTag isOnSale={isOnSale} /> },
        ]}
      />
    </Page>
  )
}
