import { PlusOutlined } from '@ant-design/icons'
import { type ManagedCard, queryCards } from '@paidang/api/areas/money/admin-cards'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { DataTable } from '../../../ui/data-table'
import { money, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useOwnPassword } from '../../ground/money-requests/requests'
import { IssueCardModal } from './issue-card-modal'

/** All stored-value cards, and the request for a new one. */
export function CardsPage() {
  const [isIssuing, setIsIssuing] = useState(false)
  const { isRefused, notice } = useOwnPassword()
  return (
    <Page
      title="储值卡"
      about="开卡和调整余额须另一位运营主管审批"
      actions={
        <Button icon={<PlusOutlined />} disabled={isRefused} onClick={() => setIsIssuing(true)}>
          申请开卡
        </Button>
      }
    >
      {notice}
      <DataTable
        endpoint={queryCards}
        rowKey={({ card }) => card.id}
        usualSort={{ sort: 'createTime', sord: 'desc' }}
        empty="没有符合条件的储值卡"
        filters={[
          { kind: 'text', name: 'keyword', label: '卡号、手机号或昵称' },
          { kind: 'text', name: 'userId', label: '持卡人编号', maxLength: 19, isId: true },
        ]}
        hrefOf={({ card }) => `/cards/${card.id}`}
        columns={[
          { title: '卡号', render: (_, { card }: ManagedCard) => card.cardNo },
          { title: '持卡人', render: (_, { owner }: ManagedCard) => `${owner.nickname}（${owner.id}）` },
          {
            title: '余额',
            key: 'balance',
            align: 'right',
            sorter: true,
            sortDirections: ['descend', 'ascend'],
            render: (_, { card }: ManagedCard) => money(card.balanceFen),
          },
          { title: '本金', align: 'right', render: (_, { card }: ManagedCard) => money(card.principalFen) },
          { title: '赠送', align: 'right', render: (_, { card }: ManagedCard) => money(card.giftFen) },
          { title: '最近变动', render: (_, { movedTime }: ManagedCard) => when(movedTime) },
          {
            title: '开卡时间',
            key: 'createTime',
            sorter: true,
            sortDirections: ['descend', 'ascend'],
            render: (_, { card }: ManagedCard) => when(card.createTime),
          },
          {
            title: '调整',
            render: (_, { hasWaitingAdjustment }: ManagedCard) =>
              hasWaitingAdjustment && <Tag color="gold">待审批</Tag>,
          },
        ]}
      />
      {isIssuing && <IssueCardModal onClose={() => setIsIssuing(false)} />}
    </Page>
  )
}
