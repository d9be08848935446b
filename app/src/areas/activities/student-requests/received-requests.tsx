import type { StudentRequest } from '@paidang/api/areas/activities/student-requests'
import { studentRequestStateAt } from '@paidang/domain/areas/activities/student-requests/request'
import { View } from '@tarojs/components'
import { studentRequestPath } from '../../../paths'
import { useHeldRows } from '../../../platform/held-rows'
import { goTo } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Card, CardControls, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { remainingText } from '../../../ui/time-format'
import { AnswerButtons } from './student-request-view'
import { freeTimesText, useReceivedRequests, useStudentRequest } from './student-requests-data'

/** Who asks to become a student of the coach, answered in the row; nothing without requests. */
export function ReceivedRequests() {
  const now = useMinute()
  const { data, cause, isFetching, refetch } = useReceivedRequests()
  const { rows } = useHeldRows(data, {
    isFetching,
    keyOf: ({ id }) => id,
    isIn: (request) => stateOf(request, now) === 'PENDING',
  })
  if (!data) {
    if (!cause) return null
    return <ErrorBlock compact title="申请没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  }
  if (rows.length === 0) return null
  return (
    <CardStack list="学员申请">
      {rows.map(({ row, isOver }) => (
        <View key={row.id} {...semantics({ role: 'listitem' })}>
          <RequestCard request={row} isOver={isOver} now={now} />
        </View>
      ))}
    </CardStack>
  )
}

const stateOf = ({ state, expiresAt }: StudentRequest, now: Date) =>
  studentRequestStateAt({ state, expiresAt: new Date(expiresAt) }, now)

const ENDS: Record<StudentRequest['state'], string> = {
  PENDING: '不再等你答复',
  ACCEPTED: '已同意',
  REFUSED: '已拒绝',
  EXPIRED: '已过期',
  WITHDRAWN: '已撤回',
}

function RequestCard({ request, isOver, now }: { request: StudentRequest; isOver: boolean; now: Date }) {
  const { id, player, course, words, expiresAt } = request
  const { data: ended } = useStudentRequest(isOver && stateOf(request, now) === 'PENDING' ? id : '')
  return (
    <Card holdsControls label={`${player.nickname} 想成为学员`} onPress={() => goTo(studentRequestPath(id))}>
      <View className="row-12">
        <Avatar id={player.id} src={player.avatar} size={44} />
        <View className="grow">
          <View className="wrap-8">
            <View className="t-strong">{player.nickname}</View>
            {isOver ? (
              <Tag kind="mute">{ENDS[stateOf(ended ?? request, now)]}</Tag>
            ) : (
              <Tag kind="wait">{`剩 ${remainingText(now, new Date(expiresAt))}`}</Tag>
            )}
          </View>
          <View className="t-caption muted">
            <WrappedFacts>{[`想学${course.name}`, freeTimesText(request)]}</WrappedFacts>
          </View>
        </View>
      </View>
      {words !== '' && <View className="mt-8 t-sub">{words}</View>}
      <CardControls>
        <View className={classNames('row-8 mt-12', isOver && 'unseen')} {...semantics({ hidden: isOver })}>
          <AnswerButtons request={ended ?? request} />
        </View>
      </CardControls>
    </Card>
  )
}
