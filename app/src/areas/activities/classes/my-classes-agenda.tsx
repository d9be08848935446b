import { outcomes } from '@paidang/api/catalogue/outcomes'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { ListEnd, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { Windowed } from '../../../ui/windowed'
import styles from './my-classes-agenda.module.scss'
import { useAgenda } from './my-classes-data'
import { type AgendaSpan, agendaOf, dayHead, gapText, nextClass } from './parts/agenda'
import { ClassCard } from './parts/class-card'
import { ClassListSkeleton } from './parts/class-list-skeleton'
import type { MyClass } from './parts/my-class'

/** 日程: the caller's classes day by day from today on, each beside its time. Days without a class are folded. */
export function MyClassesAgenda() {
  const agenda = useAgenda()
  const { data, error, isPending, isFetching, isFetchingNextPage } = agenda
  const skeleton = useSkeleton(isPending)
  usePullOf(agenda, outcomes.listInvitationRecords)

  if (skeleton) return <ClassListSkeleton />
  if (!data) {
    return error ? (
      <ErrorBlock
        title="日程没有取到"
        cause={failureText(outcomes.listInvitationRecords, error)}
        onRetry={agenda.refetch}
        busy={isFetching}
      />
    ) : null
  }
  if (data.rows.length === 0) {
    return (
      <Empty
        title="接下来没有课"
        line="约好的课会按日期排在这里"
        action={{ text: '去约课', onPress: () => goTo(bookingClassPath()) }}
      />
    )
  }
  return (
    <>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <Days rows={data.rows} span={data.span} />
      <ListEnd list={agenda} of="约课" />
    </>
  )
}

/** Blocks of a long agenda that are rendered or removed together. */
const BLOCKS_TOGETHER = 4

function Days({ rows, span }: { rows: readonly MyClass[]; span: AgendaSpan }) {
  const now = useMinute()
  const next = nextClass(rows, now)
  return (
    <View className={styles.agenda}>
      <Windowed count={rows.length} step={BLOCKS_TOGETHER}>
        {agendaOf(rows, span).map((block) =>
          block.kind === 'gap' ? (
            <View key={block.from} className={styles.gap}>
              <View className={styles.gapLine} {...semantics({ hidden: true })} />
              {gapText(block, now)}
            </View>
          ) : (
            <View key={block.day}>
              <DayHead day={block.day} count={block.rows.length} now={now} />
              {block.rows.map((row) => (
                <Entry key={`${row.invitation.id}-${row.role}`} row={row} now={now} isNext={row === next} />
              ))}
            </View>
          ),
        )}
      </Windowed>
    </View>
  )
}

function DayHead({ day, count, now }: { day: string; count: number; now: Date }) {
  const { name, date } = dayHead(day, now)
  return (
    <View className={styles.day} {...semantics({ role: 'heading', level: 2, label: `${name} ${date}，${count} 节课` })}>
      <View className={styles.dayName}>{name}</View>
      <View className={styles.dayDate}>{date}</View>
      <View className={styles.count}>{`${count} 节`}</View>
    </View>
  )
}

function Entry({ row, now, isNext }: { row: MyClass; now: Date; isNext: boolean }) {
  const { beginTimeSlot, endTimeSlot, endsAt } = row.invitation
  const isOver = endsAt.getTime() <= now.getTime()
  return (
    <View className={classNames(styles.entry, isOver && styles.over, isNext && styles.next)}>
      <View className={styles.time} {...semantics({ hidden: true })}>
        <View className={styles.begin}>{timeOf(beginTimeSlot)}</View>
        <View className={styles.end}>{timeOf(endTimeSlot)}</View>
      </View>
      <View className={styles.rail} {...semantics({ hidden: true })}>
        <View className={styles.mark} />
      </View>
      <View className={styles.card}>
        <ClassCard row={row} now={now} timed />
      </View>
    </View>
  )
}
