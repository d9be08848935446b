import { transactionsOfCard } from '@paidang/api/areas/cards'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { goTo } from '../../../../platform/navigate'
import { failureText } from '../../../../platform/toast'
import { ActionSheet } from '../../../../ui/action-sheet'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Facts, WrappedFacts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { LedgerList, type LedgerRow } from '../../../../ui/ledger-list'
import { monthText } from '../../../../ui/month-days'
import { ListEnd } from '../../../../ui/paged-list'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useExport, useMonths, type useMovements } from '../cards-data'
import { DIRECTIONS, type Direction } from './directions'
import { type CardMovement, groupByMonth, movementLink, movementText } from './movement-labels'
import styles from './movements-card.module.scss'

const FORMATS = [
  { key: 'xlsx', icon: 'document', text: 'Excel 表格（XLSX）' },
  { key: 'csv', icon: 'document', text: '通用表格（CSV）' },
] as const

type Props = {
  cardId: string
  movements: ReturnType<typeof useMovements>
  direction: Direction
  onDirection: (direction: Direction) => void
}

/** 流水: the movements of a card by month, with the sums in and out, and the balance after each. */
export function MovementsCard({ cardId, movements, direction, onDirection }: Props) {
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
        <View className={styles.none}>{direction === 'OUT' ? '还没有支出' : '还没有流水'}</View>
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
  const now = new Date()
  return groupByMonth(movements).map(({ month, movements: ofMonth }) => {
    const sums = months.find((one) => one.month === month)
    return (
      <View key={month}>
        <View className={styles.month}>
          <View className={styles.monthName} {...semantics({ role: 'heading', level: 3 })}>
            {monthText(month)}
          </View>
          {sums && (
            <View className={styles.sums}>
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
