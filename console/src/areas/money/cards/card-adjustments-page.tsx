import {
  type CardAdjustment,
  decideCardAdjustment,
  listCardAdjustments,
  withdrawCardAdjustment,
} from '@paidang/api/areas/money/admin-cards'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { signedMoney } from '../../../ui/format'
import { Page } from '../../../ui/page'
import {
  REQUEST_STATE_FILTER,
  RequestActions,
  stateColumn,
  storyColumns,
  useOwnPassword,
} from '../../ground/money-requests/requests'

/** Requested changes of cards: one operator requests, another decides. */
export function CardAdjustmentsPage() {
  const { isRefused, notice } = useOwnPassword()
  return (
    <Page title="储值卡调整" about="一人提交，另一位运营主管审批；通过前余额不变">
      {notice}
      <DataTable
        endpoint={listCardAdjustments}
        rowKey={({ id }) => id}
        what="调整申请"
        empty="还没有调整申请。打开一张储值卡，在那里申请调整余额"
        filters={[REQUEST_STATE_FILTER, { kind: 'text', name: 'cardNo', label: '储值卡卡号', maxLength: 32 }]}
        columns={[
          stateColumn,
          { title: '持卡人', render: (_, { owner }: CardAdjustment) => `${owner.nickname}（${owner.id}）` },
          {
            title: '卡号',
            render: (_, { card }: CardAdjustment) =>
              card ? <Link to={`/cards/${card.id}`}>{card.cardNo}</Link> : '新卡',
          },
          { title: '变动', render: (_, row: CardAdjustment) => changeOf(row) },
          ...storyColumns,
          {
            title: '操作',
            fixed: 'end',
            render: (_, row: CardAdjustment) => <Actions adjustment={row} isRefused={isRefused} />,
          },
        ]}
      />
    </Page>
  )
}

function Actions({ adjustment, isRefused }: { adjustment: CardAdjustment; isRefused: boolean }) {
  const decide = useWrite(decideCardAdjustment, { changes: [listCardAdjustments] })
  const withdraw = useWrite(withdrawCardAdjustment, { changes: [listCardAdjustments] })
  const { id, owner, isNewCard } = adjustment
  return (
    <RequestActions
      request={adjustment}
      isRefused={isRefused}
      withdrawing={{
        title: '撤回这笔调整申请？',
        effect: '撤回后不再审批，余额不变。',
        run: () => withdraw.mutateAsync({ params: { id } }),
        done: '已撤回',
      }}
      approving={{
        title: isNewCard ? `通过为「${owner.nickname}」开卡？` : `通过「${owner.nickname}」的余额调整？`,
        effect: `${changeOf(adjustment)}。立即生效并通知持卡人，不能撤销。`,
        done: '已通过，余额已变动',
      }}
      refusing={{ title: '拒绝这笔调整申请', effect: '余额不变，提交人会看到拒绝的原因。', done: '已拒绝' }}
      // A new card has no revision yet.
      decide={(body) =>
        decide.mutateAsync({ params: { id }, body: { ...body, revision: adjustment.card?.revision ?? 0 } })
      }
    />
  )
}

/** The change of an adjustment, in one line. */
function changeOf({
  isNewCard,
  principalChange,
  giftChange,
}: Pick<CardAdjustment, 'isNewCard' | 'principalChange' | 'giftChange'>): string {
  if (isNewCard) return giftChange === 0 ? '开新卡' : `开新卡，赠送 ${signedMoney(giftChange)}`
  const parts = [
    principalChange !== 0 && `本金 ${signedMoney(principalChange)}`,
    giftChange !== 0 && `赠送 ${signedMoney(giftChange)}`,
  ]
  return parts.filter(Boolean).join('，')
}
