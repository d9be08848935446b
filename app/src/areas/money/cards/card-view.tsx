import { cardsOfUser, transactionsOfCard, type Withdrawal } from '@paidang/api/areas/money/cards'
import { errors } from '@paidang/api/catalogue/errors'
import { WITHDRAWAL_DAYS } from '@paidang/domain/areas/money/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { storeCardPath } from '../../../paths'
import { CARDS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo, replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionSheet } from '../../../ui/action-sheet'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Facts, WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { LedgerList, type LedgerRow } from '../../../ui/ledger-list'
import { monthText } from '../../../ui/month-days'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { Segmented } from '../../../ui/segmented'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { momentText } from '../../../ui/time-format'
import { useFeature } from '../../ground/features/features-data'
import styles from './card-view.module.scss'
import { type Direction, useCards, useExport, useMonths, useMovements, useWithdraw, useWithdrawals } from './cards-data'
import { CardFace } from './parts/card-face'
import { type CardMovement, groupByMonth, movementLink, movementText } from './parts/movement-labels'
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
        <WithdrawalCell cardId={cardId} />
        <MovementsCard cardId={cardId} movements={movements} direction={direction} onDirection={setDirection} />
      </CardStack>
      <TopUpSheet {...topUp.sheet} />
    </>
  )
}

/** The way to a refund, as long as some money can be refunded. */
function WithdrawalCell({ cardId }: { cardId: string }) {
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

const DIRECTIONS = [
  { key: 'ALL', text: '全部' },
  { key: 'IN', text: '收入' },
  { key: 'OUT', text: '支出' },
] as const

const FORMATS = [
  { key: 'xlsx', icon: 'document', text: 'Excel 表格（XLSX）' },
  { key: 'csv', icon: 'document', text: '通用表格（CSV）' },
] as const

type MovementsProps = {
  cardId: string
  movements: ReturnType<typeof useMovements>
  direction: Direction
  onDirection: (direction: Direction) => void
}

/** 流水: the movements of a card by month, with the sums in and out, and the balance after each. */
function MovementsCard({ cardId, movements, direction, onDirection }: MovementsProps) {
  const { data, error, isPending, isFetching, isPlaceholderData } = movements
  const skeleton = useSkeleton(isPending)
  return (
    <Card flush>
      <CardHead inset title="流水" tail={<Export cardId={cardId} />} />
      <View className={styles.filter}>
        <Segmented items={DIRECTIONS} value={direction} onChange={onDirection} label="收支" />
      </View>
      <RefreshBar on={isPlaceholderData} />
      {skeleton ? (
        <SkeletonGroup>
          <View className={styles.filter}>
            <Skeleton height={200} radius={12} />
          </View>
        </SkeletonGroup>
      ) : !data ? (
        error && (
          <ErrorBlock
            compact
            title="储值卡流水没有取到"
            cause={failureText(transactionsOfCard.outcome, error)}
            onRetry={movements.refetch}
            busy={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <View className={classNames(styles.none, 't-sub muted')}>
          {direction === 'OUT' ? '还没有支出' : '还没有流水'}
        </View>
      ) : (
        <>
          <Months cardId={cardId} movements={data.rows} direction={direction} />
          <ListEnd list={movements} of="流水" />
        </>
      )}
    </Card>
  )
}

type MonthsProps = { cardId: string; movements: readonly CardMovement[]; direction: Direction }

function Months({ cardId, movements, direction }: MonthsProps) {
  const { data: months = [] } = useMonths(cardId)
  const now = useMinute()
  return groupByMonth(movements).map(({ month, movements: ofMonth }) => {
    const sums = months.find((one) => one.month === month)
    return (
      <View key={month}>
        <View className={styles.month}>
          <View className={styles.monthName} {...semantics({ role: 'heading', level: 3 })}>
            {monthText(month)}
          </View>
          {sums && (
            <View className="t-caption muted">
              <Facts>
                {direction !== 'OUT' && `收入 ¥${yuanOf(sums.inFen)}`}
                {direction !== 'IN' && `支出 ¥${yuanOf(sums.outFen)}`}
              </Facts>
            </View>
          )}
        </View>
        <LedgerList rows={ofMonth.map((movement) => rowOf(movement, now))} />
      </View>
    )
  })
}

function rowOf(movement: CardMovement, now: Date): LedgerRow {
  const { what, who, ...row } = movementText(movement, now)
  const link = movementLink(movement)
  return {
    ...row,
    key: String(movement.seq),
    what: <Facts>{what}</Facts>,
    who: <WrappedFacts>{who}</WrappedFacts>,
    ...(link && {
      label: `${[...what, ...who].join('，')}，${row.amount}，${row.balance}，${link.text}`,
      onPress: () => goTo(link.path),
    }),
  }
}

/** 导出: of all movements; asks for the format first. */
function Export({ cardId }: { cardId: string }) {
  const { act: run, isPending } = useExport(cardId)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="s" kind="ghost" busy={isPending} label="导出流水" onPress={() => setAsks(true)}>
        导出
      </Button>
      <ActionSheet open={asks} onClose={() => setAsks(false)} caption="导出全部流水" actions={FORMATS} onSelect={run} />
    </>
  )
}

const DAY_MS = 86_400_000

type WithdrawProps = { cardId: string; withdrawals: readonly Withdrawal[]; open: boolean; onClose: () => void }

/** 退款: for each top-up the refund, and the gift that is lost with it, before the button. */
function WithdrawSheet({ cardId, withdrawals, open, onClose }: WithdrawProps) {
  const { act: withdraw, isPending } = useWithdraw()
  const [chosenId, setChosenId] = useState<string>()
  const now = useMinute()
  const chosen = withdrawals.find(({ orderId }) => orderId === chosenId) ?? withdrawals[0]
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="充值退款"
      foot={
        chosen && (
          <Button
            full
            kind="danger"
            busy={isPending}
            // A closing sheet sends nothing.
            onPress={() =>
              open &&
              withdraw(
                { cardId, orderId: chosen.orderId, refundFen: chosen.refundFen, target: chosen.target },
                { onDone: onClose },
              )
            }
          >
            {`退款 ¥${yuanOf(chosen.refundFen)}`}
          </Button>
        )
      }
    >
      {withdrawals.length > 1 && (
        <View {...semantics({ role: 'radiogroup', label: '退哪一笔充值' })}>
          {withdrawals.map((one) => (
            <Cell
              key={one.orderId}
              title={`${momentText(new Date(Date.parse(one.until) - WITHDRAWAL_DAYS * DAY_MS), now)} 的充值`}
              note={one.target === 'OFFLINE' ? '在前台付的' : '线上付的'}
              value={`可退 ¥${yuanOf(one.refundFen)}`}
              chosen={one === chosen}
              onPress={() => setChosenId(one.orderId)}
            />
          ))}
        </View>
      )}
      {chosen && (
        <View className={styles.facts}>
          <KeyValues
            rows={[
              { name: '退回本金', value: `¥${yuanOf(chosen.refundFen)}` },
              { name: '失去赠送', value: chosen.lostGiftFen > 0 ? `¥${yuanOf(chosen.lostGiftFen)}` : '无' },
              { name: '退到', value: chosen.target === 'OFFLINE' ? '到前台领取' : '原支付方式' },
              { name: '可申请到', value: momentText(new Date(chosen.until), now) },
            ]}
          />
        </View>
      )}
    </Sheet>
  )
}
