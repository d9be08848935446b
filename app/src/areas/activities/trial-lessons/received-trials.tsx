import type { TrialLesson } from '@paidang/api/areas/activities/trial-lessons'
import { View } from '@tarojs/components'
import { trialLessonPath } from '../../../paths'
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

/** Who paid for a trial lesson and waits for the coach; nothing without any. */
export function ReceivedTrials() {
  const { data, cause, isFetching, refetch } = useReceivedTrials()
  if (!data) {
    if (!cause) return null
    return <ErrorBlock compact title="体验课没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  }
  if (data.length === 0) return null
  return (
    <Card flush>
      <CardHead inset title="待确认体验课" />
      <View {...semantics({ role: 'list', label: '待确认体验课' })}>
        {data.map((trial) => (
          <View key={trial.id} {...semantics({ role: 'listitem' })}>
            <TrialCell trial={trial} />
          </View>
        ))}
      </View>
    </Card>
  )
}

function TrialCell({ trial: { id, player, wishes, expiresAt } }: { trial: TrialLesson }) {
  const now = useMinute()
  const left = expiresAt === null ? '' : `剩 ${remainingText(now, new Date(expiresAt))}`
  return (
    <Cell
      lead={<Avatar id={player.id} src={player.avatar} size={44} />}
      title={player.nickname}
      note={<WrappedFacts>{wishes.map((wish) => wishText(wish, now))}</WrappedFacts>}
      value={<Tag kind="wait">{left}</Tag>}
      label={`${player.nickname} 约体验课，${left}`}
      onPress={() => goTo(trialLessonPath(id))}
    />
  )
}
