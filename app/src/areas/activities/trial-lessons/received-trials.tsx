import type { TrialLesson } from '@paidang/api/areas/activities/trial-lessons'
import { View } from '@tarojs/components'
import { trialLessonPath } from '../../../paths'
import { useHeldRows } from '../../../platform/held-rows'
import { goTo } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Card, CardHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { WrappedFacts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { remainingText } from '../../../ui/time-format'
import { wishText } from './trial-facts'
import { useReceivedTrials } from './trial-lessons-data'

/** The trial lessons as a page shows them while it is looked at. A new one comes at once if it `isLast`. */
export function useHeldTrials(isLast: boolean) {
  const { data, isFetching, isPending } = useReceivedTrials()
  return { isPending, ...useHeldRows(data, { isFetching, keyOf: ({ id }) => id, fits: () => isLast }) }
}

type Props = { held?: ReturnType<typeof useHeldTrials> }

/** Who paid for a trial lesson and waits for the coach; nothing without any. */
export function ReceivedTrials({ held }: Props) {
  const { data, cause, isFetching, refetch } = useReceivedTrials()
  if (!data) {
    if (!cause) return null
    return <ErrorBlock compact title="体验课没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  }
  const rows = held?.rows ?? data.map((row) => ({ row, isOver: false }))
  if (rows.length === 0) return null
  return (
    <Card flush>
      <CardHead inset title="待确认体验课" />
      <View {...semantics({ role: 'list', label: '待确认体验课' })}>
        {rows.map(({ row, isOver }) => (
          <View key={row.id} {...semantics({ role: 'listitem' })}>
            <TrialCell trial={row} isOver={isOver} />
          </View>
        ))}
      </View>
    </Card>
  )
}

type CellProps = { trial: TrialLesson; isOver: boolean }

function TrialCell({ trial: { id, player, wishes, expiresAt }, isOver }: CellProps) {
  const now = useMinute()
  const left = isOver ? '不再等你确认' : expiresAt === null ? '' : `剩 ${remainingText(now, new Date(expiresAt))}`
  return (
    <Cell
      lead={<Avatar id={player.id} src={player.avatar} size={44} />}
      title={player.nickname}
      note={<WrappedFacts>{wishes.map((wish) => wishText(wish, now))}</WrappedFacts>}
      value={<Tag kind={isOver ? 'mute' : 'wait'}>{left}</Tag>}
      label={`${player.nickname} 约体验课，${left}`}
      onPress={() => goTo(trialLessonPath(id))}
    />
  )
}
