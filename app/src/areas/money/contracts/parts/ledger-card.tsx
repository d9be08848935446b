import { type Contract, contractStatement } from '@paidang/api/areas/money/contracts'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { failureText } from '../../../../platform/toast'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Facts, WrappedFacts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { LedgerList, type LedgerRow } from '../../../../ui/ledger-list'
import { ListEnd, useNextPageAtBottom } from '../../../../ui/paged-list'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useStatement } from '../contracts-data'
import styles from './ledger-card.module.scss'
import { LEDGER_FILTERS, type LedgerFilter, type LedgerMove, ledgerText } from './ledger-labels'

/** 课时流水: every movement of the contract's hours, newest first, with the available hours after it. */
export function LedgerCard({ contract, now }: { contract: Contract; now: Date }) {
  const userId = useUserId()
  const [filter, setFilter] = useState<LedgerFilter>('全部')
  const statement = useStatement(contract.id, filter)
  const { data, error, isPending, isFetching, isPlaceholderData } = statement
  const skeleton = useSkeleton(isPending)
  useNextPageAtBottom(statement)

  return (
    <Card flush>
      <CardHead inset title="课时流水" tail={<FilterButton value={filter} onChange={setFilter} />} />
      <RefreshBar on={isPlaceholderData} />
      {skeleton ? (
        <LedgerSkeleton />
      ) : !data ? (
        error && (
          <ErrorBlock
            compact
            title="课时记录没有取到"
            cause={failureText(contractStatement.outcome, error)}
            onRetry={statement.refetch}
            busy={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <View className={classNames(styles.none, 't-sub muted')}>
          {filter === '全部' ? '还没有课时记录' : `没有${filter}记录`}
        </View>
      ) : (
        <>
          <LedgerList rows={data.rows.map((move) => rowOf(move, { contract, userId, now }))} />
          <ListEnd list={statement} of="课时" />
        </>
      )}
    </Card>
  )
}

type Reading = { contract: Contract; userId: string | null; now: Date }

function rowOf(move: LedgerMove, { contract, userId, now }: Reading): LedgerRow {
  const { what, who, ...row } = ledgerText(move, { now })
  const { invitation } = move
  // A coach of the course reads every movement, but opens only their own classes.
  const mayOpen = invitation !== null && (userId === contract.userId || userId === invitation.coachId)
  return {
    ...row,
    key: String(move.seq),
    what: <Facts>{what}</Facts>,
    who: <WrappedFacts>{who}</WrappedFacts>,
    ...(mayOpen && {
      label: `${[...what, ...who].join('，')}，${row.amount}，${row.balance}，看这节课`,
      onPress: () => goTo(bookingViewPath(invitation.id)),
    }),
  }
}

function FilterButton({ value, onChange }: { value: LedgerFilter; onChange: (filter: LedgerFilter) => void }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <View
        className={classNames(styles.filter, 'row-4 t-sub muted')}
        {...pressable({ onPress: () => setOpen(true), popup: 'dialog', label: `筛选流水，现在是${value}` })}
      >
        {value}
        <Icon name="chevron-down" size={14} />
      </View>
      <Sheet open={open} onClose={close} title="筛选流水">
        <View className={styles.choices} {...semantics({ role: 'radiogroup', label: '流水种类' })}>
          {LEDGER_FILTERS.map((choice) => (
            <Cell
              key={choice}
              title={choice}
              chosen={choice === value}
              onPress={() => {
                onChange(choice)
                close()
              }}
            />
          ))}
        </View>
      </Sheet>
    </>
  )
}

const ROWS = [0, 1, 2, 3] as const

/** The skeleton of the statement. */
export function LedgerSkeleton() {
  return (
    <SkeletonGroup>
      {ROWS.map((row) => (
        <View key={row} className={classNames(styles.row, 'row-12')}>
          <Skeleton width={32} height={32} radius={10} />
          <View className="grow col-8">
            <Skeleton width={150} />
            <Skeleton width={100} height={12} />
          </View>
          <Skeleton width={40} />
        </View>
      ))}
    </SkeletonGroup>
  )
}
