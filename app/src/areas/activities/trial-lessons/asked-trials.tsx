import { View } from '@tarojs/components'
import { trialLessonPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { ErrorBlock } from '../../../ui/error-block'
import { semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { remainingText } from '../../../ui/time-format'
import { wishesText } from './trial-facts'
import { useAskedTrials } from './trial-lessons-data'

const TITLE = '待教练确认的体验课'

/** The reader's paid trial lessons that are no class yet, with the hours wished for; nothing without any. */
export function AskedTrials() {
  const { data, cause, isFetching, refetch } = useAskedTrials()
  const now = useMinute()
  if (!data) {
    if (!cause) return null
    return <ErrorBlock compact title="体验课没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  }
  if (data.length === 0) return null
  return (
    <CardStack>
      <Card flush>
        <CardHead inset title={TITLE} />
        <View {...semantics({ role: 'list', label: TITLE })}>
          {data.map(({ id, coach, wishes, expiresAt }) => (
            <View key={id} {...semantics({ role: 'listitem' })}>
              <Cell
                lead={<Avatar id={coach.id} src={coach.avatar} size={44} />}
                title={coach.nickname}
                note={wishesText(wishes, now)}
                value={
                  <Tag kind="wait">{expiresAt === null ? '' : `剩 ${remainingText(now, new Date(expiresAt))}`}</Tag>
                }
                label={`${coach.nickname}的体验课，${wishesText(wishes, now)}`}
                onPress={() => goTo(trialLessonPath(id))}
              />
            </View>
          ))}
        </View>
      </Card>
    </CardStack>
  )
}
