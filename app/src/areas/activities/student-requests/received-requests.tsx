import type { StudentRequest } from '@paidang/api/areas/activities/student-requests'
import { View } from '@tarojs/components'
import { studentRequestPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Card, CardControls, CardStack } from '../../../ui/card'
import { WrappedFacts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { remainingText } from '../../../ui/time-format'
import { AnswerButtons } from './student-request-view'
import { freeTimesText, useReceivedRequests } from './student-requests-data'

/** Who asks to become a student of the coach, answered in the row; nothing without requests. */
export function ReceivedRequests() {
  const { data, cause, isFetching, refetch } = useReceivedRequests()
  if (!data) {
    if (!cause) return null
    return <ErrorBlock compact title="申请没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  }
  if (data.length === 0) return null
  return (
    <CardStack list="学员申请">
      {data.map((request) => (
        <View key={request.id} {...semantics({ role: 'listitem' })}>
          <RequestCard request={request} />
        </View>
      ))}
    </CardStack>
  )
}

function RequestCard({ request }: { request: StudentRequest }) {
  const { id, player, course, words, expiresAt } = request
  const now = useMinute()
  return (
    <Card holdsControls label={`${player.nickname} 想成为学员`} onPress={() => goTo(studentRequestPath(id))}>
      <View className="row-12">
        <Avatar id={player.id} src={player.avatar} size={44} />
        <View className="grow">
          <View className="wrap-8">
            <View className="t-strong">{player.nickname}</View>
            <Tag kind="wait">{`剩 ${remainingText(now, new Date(expiresAt))}`}</Tag>
          </View>
          <View className="t-caption muted">
            <WrappedFacts>{[`想学${course.name}`, freeTimesText(request)]}</WrappedFacts>
          </View>
        </View>
      </View>
      {words !== '' && <View className="mt-8 t-sub">{words}</View>}
      <CardControls>
        <View className="row-8 mt-12">
          <AnswerButtons request={request} />
        </View>
      </CardControls>
    </Card>
  )
}
