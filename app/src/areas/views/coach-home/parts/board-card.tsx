import { type CoachLock, coachLocksOfDay } from '@paidang/api/areas/locks'
import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { failureText } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Notice } from '../../../../ui/notice'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useClassesOnDay, useOwnLocks, useWaitingRequests } from '../day-board-data'
import styles from './board-card.module.scss'
import { type CoachClass, classStateOf } from './coach-class'
import { type Block, DayBoard } from './day-board'
import { UnlockSheet } from './unlock-sheet'

type Props = { date: Day; today: Day; now: Date; onWaiting: () => void }

/** The board of the day, or its replacement while there is none. */
export function BoardCard({ date, today, now, onWaiting }: Props) {
  const classes = useClassesOnDay(date)
  const locks = useOwnLocks(date)
  const { data: requests = [] } = useWaitingRequests()
  const [opened, setOpened] = useState<CoachLock>()
  const [isOpen, setIsOpen] = useState(false)
  const skeleton = useSkeleton(classes.isPending || locks.isPending)

  const body = () => {
    if (skeleton) return <BoardSkeleton />
    if (!classes.data) {
      return classes.cause ? (
        <ErrorBlock
          compact
          title="这一天的课没有取到"
          cause={classes.cause}
          busy={classes.isFetching}
          onRetry={classes.refetch}
        />
      ) : null
    }
    const blocks = blocksOf(classes.data, locks.data ?? [], now)
    if (blocks.length === 0) {
      return (
        <Empty
          compact
          title={date === today ? '今天没有课' : '这一天没有课'}
          line={requests.length > 0 ? `有 ${requests.length} 个约课等你确认` : '替学员约课，或把时间留给自己'}
          action={requests.length > 0 ? { text: '看看待确认', onPress: onWaiting } : undefined}
        />
      )
    }
    return (
      <DayBoard
        date={date}
        blocks={blocks}
        now={now}
        onLock={(lock) => {
          setOpened(lock)
          setIsOpen(true)
        }}
      />
    )
  }
  return (
    <>
      {locks.error && !locks.data && (
        <Notice
          tone="bad"
          icon="warning"
          tail={
            <Button size="s" kind="plain" busy={locks.isFetching} onPress={locks.refetch}>
              重试
            </Button>
          }
        >
          {failureText(coachLocksOfDay.outcome, locks.error)}
        </Notice>
      )}
      <Card flush className={styles.card}>
        <View className={styles.refresh}>
          <RefreshBar on={classes.isFetching && !classes.isPending} />
        </View>
        {body()}
      </Card>
      <UnlockSheet lock={opened} open={isOpen} onClose={() => setIsOpen(false)} now={now} />
    </>
  )
}

function blocksOf(classes: readonly CoachClass[], locks: readonly CoachLock[], now: Date): Block[] {
  const shown = classes.flatMap((row): Block[] => {
    const standing = classStateOf(row, now)
    const { id, beginTimeSlot: begin, endTimeSlot: end } = row.invitation
    return standing ? [{ kind: 'class', key: `class-${id}`, begin, end, row, standing }] : []
  })
  const kept = locks.map((lock): Block => {
    const { id, beginTimeSlot: begin, endTimeSlot: end } = lock
    return { kind: 'lock', key: `lock-${id}`, begin, end, lock }
  })
  return [...shown, ...kept]
}

const SKELETON_BLOCKS = [72, 72, 48] as const

function BoardSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.skeleton}>
        {SKELETON_BLOCKS.map((height, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never change.
          <Skeleton key={at} height={height} radius={12} />
        ))}
      </View>
    </SkeletonGroup>
  )
}
