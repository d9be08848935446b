import { View } from '@tarojs/components'
import { Card } from '../../../../ui/card'
import { monthText } from '../../../../ui/month-days'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Windowed } from '../../../../ui/windowed'
import { ClassRow } from './class-row'
import rowStyles from './class-row.module.scss'
import styles from './class-rows.module.scss'
import { type CoachClass, type StatusTag, scheduleTag } from './coach-class'
import { byMonth } from './weeks'

type Props = { rows: readonly CoachClass[]; now: Date }

/** Classes grouped by month. Future classes are separate from past ones. */
export function ClassesByMonth({ rows, now }: Props) {
  return (
    <>
      {byMonth(rows, now).map(({ month, isAhead, rows: ofMonth }) => (
        <View key={`${month} ${isAhead}`} className={styles.month}>
          <View className={styles.head} {...semantics({ role: 'heading', level: 2 })}>
            {isAhead ? monthText(month) : `${monthText(month)} 已结束或取消`}
          </View>
          <ClassRows rows={ofMonth} count={rows.length} tagOf={scheduleTag} now={now} />
        </View>
      ))}
    </>
  )
}

type RowsProps = Props & {
  tagOf: (row: CoachClass, now: Date) => StatusTag
  /** The size of the whole list, where this is only a part of it. */
  count?: number
}

/** Classes below each other on a card. */
export function ClassRows({ rows, count = rows.length, tagOf, now }: RowsProps) {
  return (
    <Card flush>
      <View {...semantics({ role: 'list', label: '约课' })}>
        <Windowed count={count} className={rowStyles.piece}>
          {rows.map((row) => (
            <ClassRow key={row.invitation.id} row={row} tag={tagOf(row, now)} now={now} />
          ))}
        </Windowed>
      </View>
    </Card>
  )
}

const SKELETON_ROWS = [0, 1, 2, 3, 4] as const

/** The skeleton of the rows. */
export function ClassRowsSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.month}>
        <Card flush>
          {SKELETON_ROWS.map((row) => (
            <View key={row} className={styles.box}>
              <Skeleton width={40} height={36} />
              <View className={styles.lines}>
                <Skeleton width={140} height={18} />
                <Skeleton width={90} />
                <Skeleton width={200} />
              </View>
            </View>
          ))}
        </Card>
      </View>
    </SkeletonGroup>
  )
}
