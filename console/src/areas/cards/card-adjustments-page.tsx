import {
  type CardAdjustment,
  decideCardAdjustment,
  listCardAdjustments,
  withdrawCardAdjustment,
} from '@paidang/api/areas/admin-cards'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { Button, Flex, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useWrite } from '../../platform/queries'
import { useSession } from '../../platform/session'
import { DataTable } from '../../ui/data-table'
import { Page } from '../../ui/page'
import { ReasonModal } from '../../ui/reason-modal'
import { useDeed } from '../../ui/use-deed'
import { NOTHING, when } from '../../ui/words'
import { ADJUSTMENT_STATE_NAMES, changeOf } from './card-words'
import { useOwnPassword } from './use-own-password'

/** What is to be changed on cards: one asks, another decides. */
export function CardAdjustmentsPage() {
  const { isRefused, notice } = useOwnPassword()
  return (
    <Page title="储值卡调整" about="一人提交，另一位运营主管审批；通过前余额不变">
      {notice}
      <DataTable
        endpoint={listCardAdjustments}
        rowKey={({ id }) => id}
        empty="没有符合条件的调整申请"
        filters={[
          {
            kind: 'choice',
            name: 'state',
            label: '状态',
            options: Object.entries(ADJUSTMENT_STATE_NAMES).map(([value, { label }]) => ({ value, label })),
          },
          { kind: 'text', name: 'cardNo', label: '储值卡卡号', maxLength: 32 },
        ]}
        columns={[
          {
            title: '状态',
            render: (_, { state }: CardAdjustment) => (
              <Tag color={ADJUSTMENT_STATE_NAMES[state].color}>{ADJUSTMENT_STATE_NAMES[state].label}</Tag>
            ),
          },
          { title: '持卡人', render: (_, { owner }: CardAdjustment) => `${owner.nickname}（${owner.id}）` },
          {
            title: '卡号',
            render: (_, { card }: CardAdjustment) =>
              card ? <Link to={`/cards/${card.id}`}>{card.cardNo}</Link> : '新卡',
          },
          { title: '变动', render: (_, row: CardAdjustment) => changeOf(row) },
          { title: '原因', width: 240, render: (_, row: CardAdjustment) => <Reasons {...row} /> },
          {
            title: '提交',
            render: (_, { askedBy, createTime }: CardAdjustment) => <Who name={askedBy.nickname} at={createTime} />,
          },
          {
            title: '处理',
            render: (_, row: CardAdjustment) =>
              row.state === 'WAITING' ? NOTHING : <Who name={enderOf(row)} at={row.endTime} />,
          },
          {
            title: '操作',
            fixed: 'end',
            render: (_, row: CardAdjustment) => <Deeds adjustment={row} isRefused={isRefused} />,
          },
        ]}
      />
    </Page>
  )
}

function Who({ name, at }: { name: string; at: string | null }) {
  return (
    <Flex vertical>
      <span>{name}</span>
      <Typography.Text type="secondary">{when(at)}</Typography.Text>
    </Flex>
  )
}

/** Who decided it or took it back; what was withdrawn with a note nobody took back. */
function enderOf({ decidedBy, askedBy, note }: CardAdjustment): string {
  if (decidedBy) return decidedBy.nickname
  return note === '' ? askedBy.nickname : '系统'
}

function Reasons({ reason, note, decidedBy }: CardAdjustment) {
  return (
    <Flex vertical style={{ whiteSpace: 'normal', minWidth: 200 }}>
      <span>{reason}</span>
      {note !== '' && (
        <Typography.Text type="secondary">
          {decidedBy && '审批意见：'}
          {note}
        </Typography.Text>
      )}
    </Flex>
  )
}

/** What this person may do with a waiting adjustment: take his own back, decide another's. */
function Deeds({ adjustment, isRefused }: { adjustment: CardAdjustment; isRefused: boolean }) {
  const staff = useSession((session) => session.staff)
  const decide = useWrite(decideCardAdjustment, { changes: [listCardAdjustments] })
  const withdraw = useWrite(withdrawCardAdjustment, { changes: [listCardAdjustments] })
  const { doIt, doAfterAsking } = useDeed()
  const [isRefusing, setIsRefusing] = useState(false)
  const { id, owner, isNewCard } = adjustment
  if (!staff || adjustment.state !== 'WAITING') return NOTHING
  if (adjustment.askedBy.id === staff.id) {
    return (
      <Button
        size="small"
        onClick={() =>
          doAfterAsking({
            title: '撤回这笔调整申请？',
            effect: '撤回后不再审批，余额不变。',
            okText: '撤回',
            run: () => withdraw.mutateAsync({ params: { id } }),
            done: '已撤回',
          })
        }
      >
        撤回
      </Button>
    )
  }
  if (!isAdmitted(staff.role, 'senior')) return <Typography.Text type="secondary">等待运营主管</Typography.Text>
  return (
    <Flex gap={8}>
      <Button
        size="small"
        type="primary"
        disabled={isRefused}
        onClick={() =>
          doAfterAsking({
            title: isNewCard ? `通过为「${owner.nickname}」开卡？` : `通过「${owner.nickname}」的余额调整？`,
            effect: `${changeOf(adjustment)}。立即生效并通知持卡人，不能撤销。`,
            okText: '通过',
            run: () => decide.mutateAsync({ params: { id }, body: { approve: true } }),
            done: '已通过，余额已变动',
          })
        }
      >
        通过
      </Button>
      <Button size="small" danger disabled={isRefused} onClick={() => setIsRefusing(true)}>
        拒绝
      </Button>
      {isRefusing && (
        <ReasonModal
          title="拒绝这笔调整申请"
          effect="余额不变，提交人会看到拒绝的原因。"
          okText="拒绝"
          isDangerous
          onOk={async (note) => {
            const run = () => decide.mutateAsync({ params: { id }, body: { approve: false, note } })
            return (await doIt({ run, done: '已拒绝' })) !== undefined
          }}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </Flex>
  )
}
