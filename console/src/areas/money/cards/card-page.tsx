import { EditOutlined } from '@ant-design/icons'
import { exportManagedCard, getManagedCard, transactionsOfManagedCard } from '@paidang/api/areas/money/admin-cards'
import type { CardTransaction } from '@paidang/api/areas/money/cards'
import { CARD_LEDGER_KINDS, CARD_LEDGER_NAMES } from '@paidang/domain/areas/money/cards/stored-card'
import { Alert, Button, Descriptions, Flex, Typography } from 'antd'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { call } from '../../../platform/call'
import { useRead } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { ExportButton } from '../../../ui/export-button'
import { money, NOTHING, signedMoney, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { useOwnPassword } from '../../ground/money-requests/requests'
import { AdjustCardModal } from './adjust-card-modal'

/** One card: its balance, and every movement. */
export function CardPage() {
  const { id = '' } = useParams()
  const read = useRead(getManagedCard, { params: { id } })
  const [isAdjusting, setIsAdjusting] = useState(false)
  const { isRefused, notice } = useOwnPassword()
  if (read.isError || read.data?.card.id !== id) return <Opening name="储值卡" list="/cards" read={read} />
  const { card, owner, movedTime, hasWaitingAdjustment } = read.data
  return (
    <Page
      title={`储值卡 ${card.cardNo}`}
      about={<Link to={`/audit?objectKind=card&objectId=${id}`}>查看操作记录</Link>}
      actions={
        <Button
          type="primary"
          icon={<EditOutlined />}
          disabled={hasWaitingAdjustment || isRefused}
          onClick={() => setIsAdjusting(true)}
        >
          申请调整
        </Button>
      }
    >
      {notice}
      {hasWaitingAdjustment && (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              有一笔调整待审批，<Link to={`/card-adjustments?cardNo=${card.cardNo}`}>去查看</Link>
            </>
          }
        />
      )}
      <Descriptions
        bordered
        size="small"
        column={3}
        items={[
          { key: 'owner', label: '持卡人', children: `${owner.nickname}（${owner.id}）` },
          { key: 'balance', label: '余额', children: <strong>{money(card.balanceFen)}</strong> },
          { key: 'parts', label: '本金 / 赠送', children: `${money(card.principalFen)} / ${money(card.giftFen)}` },
          { key: 'name', label: '卡种', children: card.name },
          { key: 'created', label: '开卡时间', children: when(card.createTime) },
          { key: 'moved', label: '最近变动', children: when(movedTime) },
        ]}
      />
      <Transactions cardId={id} />
      {isAdjusting && <AdjustCardModal managed={read.data} onClose={() => setIsAdjusting(false)} />}
    </Page>
  )
}

function Transactions({ cardId }: { cardId: string }) {
  const [params] = useSearchParams()
  const kind = CARD_LEDGER_KINDS.find((one) => one === params.get('kind'))
  return (
    <Flex vertical gap={12}>
      <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
        流水
      </Typography.Title>
      <DataTable
        endpoint={transactionsOfManagedCard}
        params={{ id: cardId }}
        rowKey={({ seq }) => String(seq)}
        empty="没有符合条件的流水"
        filters={[
          {
            kind: 'choice',
            name: 'kind',
            label: '类型',
            options: CARD_LEDGER_KINDS.map((value) => ({ value, label: CARD_LEDGER_NAMES[value] })),
          },
        ]}
        aside={
          <ExportButton
            ask={(format) =>
              call(exportManagedCard, { params: { id: cardId }, query: { format, ...(kind && { kind }) } })
            }
          />
        }
        columns={[
          { title: '时间', render: (_, { createTime }: CardTransaction) => when(createTime) },
          { title: '类型', render: (_, row: CardTransaction) => CARD_LEDGER_NAMES[row.kind] },
          { title: '说明', dataIndex: 'reason' },
          {
            title: '订单',
            render: (_, { order }: CardTransaction) =>
              order ? <Link to={`/payments/${order.id}`}>{order.title}</Link> : NOTHING,
          },
          { title: '本金', align: 'right', render: (_, row: CardTransaction) => signedMoney(row.principalChange) },
          { title: '赠送', align: 'right', render: (_, row: CardTransaction) => signedMoney(row.giftChange) },
          { title: '余额', align: 'right', render: (_, row: CardTransaction) => money(row.balanceAfterFen) },
        ]}
      />
    </Flex>
  )
}
