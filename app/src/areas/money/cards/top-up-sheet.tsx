import { type StoredCard, topUpPlans } from '@paidang/api/areas/money/cards'
import { errors } from '@paidang/api/catalogue/errors'
import {
  isTooFullFor,
  MAX_CARD_FEN,
  type TopUpPlan,
  WITHDRAWAL_DAYS,
} from '@paidang/domain/areas/money/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { failureText } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { pressable, roving, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { usePlans, useTopUp } from './cards-data'
import styles from './top-up-sheet.module.scss'

/** What is spent first, and what is refunded. Shown before the top-up. */
export const CARD_RULES = `先用本金，后用赠送，没有有效期。充值后 ${WITHDRAWAL_DAYS} 日内可无理由退：退回未用的本金，这笔的赠送随之失效。每张卡最多 ¥${yuanOf(MAX_CARD_FEN)}。`

const TOO_FULL = `${errors.card_too_full.message}，请选小一点的金额`

type Props = {
  open: boolean
  onClose: () => void
  /** The card to top up; without one a new card is issued. */
  card: StoredCard | undefined
}

/** Opens the sheet for a card, or for a new one. The sheet keeps its card while it closes. */
export function useTopUpSheet(): { show: (card?: StoredCard) => void; sheet: Props } {
  const [card, setCard] = useState<StoredCard>()
  const [open, setOpen] = useState(false)
  const show = (next?: StoredCard) => {
    setCard(next)
    setOpen(true)
  }
  return { show, sheet: { open, card, onClose: () => setOpen(false) } }
}

/** 充值: a choice of amounts, with the gift and the rules before the button. The cashier takes the payment. */
export function TopUpSheet({ open, onClose, card }: Props) {
  const { data: plans, error, isPending, isFetching, refetch } = usePlans(open)
  const { act: order, isPending: isOrdering } = useTopUp()
  const skeleton = useSkeleton(open && isPending)
  const [chosenId, setChosenId] = useState<string>()
  const chosen = plans?.find(({ id }) => id === chosenId) ?? plans?.[1] ?? plans?.[0]
  const [wasSent, setWasSent] = useState(false)
  const isTooFull = card !== undefined && chosen !== undefined && isTooFullFor(card, chosen)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={card ? `充值到${card.name}` : '充值开卡'}
      foot={
        chosen && (
          <>
            <View className="mb-12 t-caption muted">{CARD_RULES}</View>
            <Button
              full
              busy={isOrdering}
              lacks={isTooFull ? TOO_FULL : undefined}
              onLacking={() => setWasSent(true)}
              reason={errors.card_too_full.message}
              // A closing sheet orders nothing.
              onPress={() => open && order({ plan: chosen, cardId: card?.id }, { onDone: onClose })}
            >
              {`去支付 ¥${yuanOf(chosen.principalFen)}`}
            </Button>
          </>
        )
      }
    >
      {skeleton ? (
        <SkeletonGroup>
          <Skeleton height={152} radius={12} />
        </SkeletonGroup>
      ) : plans && chosen ? (
        <>
          <Plans plans={plans} chosenId={chosen.id} onChoose={setChosenId} />
          {wasSent && isTooFull && (
            <View className="mt-12 t-caption bad" {...semantics({ role: 'alert' })}>
              {TOO_FULL}
            </View>
          )}
        </>
      ) : plans ? (
        <Empty compact title="暂时不能充值" line="现在没有在售的充值方案" />
      ) : (
        error && (
          <ErrorBlock
            compact
            title="充值方案没有取到"
            cause={failureText(topUpPlans.outcome, error)}
            onRetry={refetch}
            busy={isFetching}
          />
        )
      )}
    </Sheet>
  )
}

type PlansProps = { plans: readonly TopUpPlan[]; chosenId: string; onChoose: (id: string) => void }

function Plans({ plans, chosenId, onChoose }: PlansProps) {
  return (
    <View
      className={styles.plans}
      {...semantics({ role: 'radiogroup', label: '充值金额' })}
      {...roving({ keys: plans.map(({ id }) => id), value: chosenId, onChange: onChoose })}
    >
      {plans.map(({ id, principalFen, giftFen }) => {
        const gift = giftFen > 0 ? `送 ¥${yuanOf(giftFen)}` : '无赠送'
        return (
          <View
            key={id}
            className={classNames(styles.plan, id === chosenId && styles.on)}
            data-key={id}
            {...pressable({
              role: 'radio',
              checked: id === chosenId,
              tabIndex: id === chosenId ? 0 : -1,
              label: `充值 ¥${yuanOf(principalFen)}，${gift}`,
              onPress: () => onChoose(id),
            })}
          >
            <View className={styles.amount}>{`¥${yuanOf(principalFen)}`}</View>
            <View className="t-caption muted">{gift}</View>
          </View>
        )
      })}
    </View>
  )
}
