import { EditOutlined, PlusOutlined } from '@ant-design/icons'
import {
  adjustCard,
  exportManagedCard,
  getManagedCard,
  issueCard,
  listCardAdjustments,
  type ManagedCard,
  queryCards,
  transactionsOfManagedCard,
} from '@paidang/api/areas/money/admin-cards'
import type { CardTransaction } from '@paidang/api/areas/money/cards'
import { whyNotAdjust } from '@paidang/domain/areas/money/cards/adjustment'
import {
  CARD_LEDGER_KINDS,
  CARD_LEDGER_NAMES,
  cardLedgerName,
  MAX_CARD_FEN,
} from '@paidang/domain/areas/money/cards/stored-card'
import { Alert, Button, Descriptions, Flex, Form, Input, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { call } from '../../../platform/call'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { ExportButton } from '../../../ui/export-button'
import { FormModal, ReasonField } from '../../../ui/form-modal'
import { money, NOTHING, signedMoney, when } from '../../../ui/format'
import { YuanInput, yuanWithin } from '../../../ui/number-input'
import { Opening, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { useOwnPassword } from '../../ground/money-requests/requests'

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
        what="储值卡"
        empty="还没有储值卡。球员第一次充值时自动开卡，也可以申请开卡"
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

type CardOrder = { userId: string; giftFen: number | null; reason: string }

/** Requests a new card for a user; it is issued once a senior approves. */
function IssueCardModal({ onClose }: { onClose: () => void }) {
  const issue = useWrite(issueCard, { changes: [listCardAdjustments] })
  const { doIt } = useAction()
  const submit = async ({ userId, giftFen, reason }: CardOrder) => {
    const body = { userId: userId.trim(), giftFen: giftFen ?? 0, reason: reason.trim() }
    const asked = await doIt({ run: () => issue.mutateAsync({ body }), done: '已提交，等待运营主管审批' })
    return asked !== undefined
  }
  return (
    <FormModal<CardOrder>
      title="申请开卡"
      effect="另一位运营主管通过后才会开卡，持卡人会收到通知。"
      okText="提交审批"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="userId"
        label="用户编号"
        rules={[{ required: true, pattern: /^[1-9]\d{0,17}$/, message: '请填写用户编号（数字）' }]}
      >
        <Input maxLength={18} inputMode="numeric" autoFocus />
      </Form.Item>
      <Form.Item name="giftFen" label="开卡赠送（元，选填）" rules={[yuanWithin(0, MAX_CARD_FEN)]}>
        <YuanInput placeholder="0" />
      </Form.Item>
      <ReasonField />
    </FormModal>
  )
}

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
        what="流水"
        empty="这张卡还没有流水"
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
          { title: '类型', render: (_, row: CardTransaction) => cardLedgerName(row) },
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

type CardChange = { principalChange: number | null; giftChange: number | null; reason: string }

const REFUSALS = { card_balance_too_low: '本金和赠送都不能调整到零以下', card_too_full: '储值卡余额最多 5,000 元' }

/** Requests a change of a card; no money moves before a senior approves. */
function AdjustCardModal({ managed: { card, revision }, onClose }: { managed: ManagedCard; onClose: () => void }) {
  const adjust = useWrite(adjustCard, { changes: [listCardAdjustments, getManagedCard] })
  const { doIt } = useAction()
  const submit = async ({ principalChange, giftChange, reason }: CardChange) => {
    const body = { principalChange: principalChange ?? 0, giftChange: giftChange ?? 0, reason: reason.trim(), revision }
    const run = () => adjust.mutateAsync({ params: { id: card.id }, body })
    return (await doIt({ run, done: '已提交，等待运营主管审批' })) !== undefined
  }
  return (
    <FormModal<CardChange>
      title={`申请调整 ${card.cardNo}`}
      effect={`现有本金 ${money(card.principalFen)}，赠送 ${money(card.giftFen)}。另一位运营主管通过后才会变动，持卡人会收到通知。`}
      okText="提交审批"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="principalChange"
        label="本金变动（元，扣减填负数）"
        rules={[yuanWithin(-MAX_CARD_FEN, MAX_CARD_FEN)]}
      >
        <YuanInput placeholder="0" />
      </Form.Item>
      <Form.Item
        name="giftChange"
        label="赠送变动（元，扣减填负数）"
        dependencies={['principalChange']}
        rules={[
          yuanWithin(-MAX_CARD_FEN, MAX_CARD_FEN),
          ({ getFieldValue }) => ({
            validator: async (_rule, giftChange: number | null | undefined) => {
              const principalChange = (getFieldValue('principalChange') as number | null | undefined) ?? 0
              if (principalChange === 0 && !giftChange) throw new Error('请填写调整金额')
              const refusal = whyNotAdjust(card, { principalChange, giftChange: giftChange ?? 0 })
              if (refusal) throw new Error(REFUSALS[refusal])
            },
          }),
        ]}
      >
        <YuanInput placeholder="0" />
      </Form.Item>
      <ReasonField />
    </FormModal>
  )
}
