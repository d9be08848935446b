import { cardsOfUser, transactionsOfCard } from '@paidang/api/areas/cards'
import { errors } from '@paidang/api/catalogue/errors'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { useState } from 'react'
import { storeCardPath } from '../../../paths'
import { CARDS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useFeature } from '../../ground/features/features-data'
import { useCards, useMovements, useWithdrawals } from './cards-data'
import { CardFace } from './parts/card-face'
import type { Direction } from './parts/directions'
import { MovementsCard } from './parts/movements-card'
import { WithdrawSheet } from './parts/withdraw-sheet'
import { TopUpSheet, useTopUpSheet } from './top-up-sheet'

const KEYS = [CARDS_KEY]

/** 储值卡流水: one card with its movements, its top-up and its refunds. */
export function CardView({ cardId }: { cardId?: string | undefined }) {
  const userId = useUserId()
  return (
    <Page title="储值卡流水">
      {userId === null ? <SignedOut /> : cardId === undefined ? <NoSuchCard /> : <OwnCard cardId={cardId} />}
    </Page>
  )
}

function NoSuchCard() {
  return (
    <Empty
      title={errors.card_not_found.message}
      action={{ text: '我的储值卡', onPress: () => replaceWith(storeCardPath()) }}
    />
  )
}

function OwnCard({ cardId }: { cardId: string }) {
  const { data: cards, error, isPending, isFetching, refetch } = useCards()
  const skeleton = useSkeleton(isPending)
  const [direction, setDirection] = useState<Direction>('ALL')
  const topUp = useTopUpSheet()
  const canTopUp = useFeature('cards')
  const movements = useMovements(cardId, direction)
  useFreshOnShow(KEYS)
  usePullOf(movements, transactionsOfCard.outcome)
  useNextPageAtBottom(movements)

  if (skeleton) return <CardSkeleton />
  if (!cards) {
    return error ? (
      <ErrorBlock
        title="储值卡没有取到"
        cause={failureText(cardsOfUser.outcome, error)}
        onRetry={refetch}
        busy={isFetching}
      />
    ) : null
  }
  const card = cards.find(({ id }) => id === cardId)
  if (!card) return <NoSuchCard />
  return (
    <>
      <CardStack>
        <CardFace
          card={card}
          tail={
            canTopUp && (
              <Button kind="lime" size="m" onPress={() => topUp.show(card)}>
                充值
              </Button>
            )
          }
        />
        <Withdrawal cardId={cardId} />
        <MovementsCard cardId={cardId} movements={movements} direction={direction} onDirection={setDirection} />
      </CardStack>
      <TopUpSheet {...topUp.sheet} />
    </>
  )
}

/** The way to a refund, as long as some money can be refunded. */
function Withdrawal({ cardId }: { cardId: string }) {
  const { data: withdrawals = [] } = useWithdrawals(cardId)
  const [open, setOpen] = useState(false)
  const sum = withdrawals.reduce((total, { refundFen }) => total + refundFen, 0)
  return (
    <>
      {withdrawals.length > 0 && (
        <Card flush>
          <Cell
            icon="swap"
            title="退款"
            value={`可退 ¥${yuanOf(sum)}`}
            label={`退款，可退 ¥${yuanOf(sum)}`}
            onPress={() => setOpen(true)}
          />
        </Card>
      )}
      <WithdrawSheet
        cardId={cardId}
        withdrawals={withdrawals}
        open={open && withdrawals.length > 0}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function CardSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={136} radius={16} />
        <Skeleton height={320} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
