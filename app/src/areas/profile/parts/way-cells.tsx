import { locksPath, messagePath, recordsPath, schedulePath, storeCardPath } from '../../../paths'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { Card } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Tag } from '../../../ui/tag'
import { useIdentity } from '../../auth/identity'
import { useUnreadCounts } from '../../messages/unread-data'

/** The lesser ways on from 我的, by identity: messages for everybody, what a coach looks up for him. */
export function WayCells() {
  const userId = useUserId()
  const isCoach = useIdentity() === 'coach'
  const unread = useUnreadCounts().data?.all ?? 0
  const open = (path: string) => (userId ? goTo(path) : goToLogin())
  return (
    <Card flush>
      {isCoach && (
        <>
          <Cell icon="document" title="约课记录" onPress={() => open(recordsPath())} />
          <Cell icon="calendar" title="排期" onPress={() => open(schedulePath())} />
          <Cell icon="lock" title="不可约时段" onPress={() => open(locksPath())} />
        </>
      )}
      <Cell
        icon="message"
        title="消息"
        value={
          unread > 0 ? (
            <Tag kind="bad" icon={null}>
              {`${unread} 条未读`}
            </Tag>
          ) : undefined
        }
        label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
        onPress={() => open(messagePath())}
      />
      <Cell icon="card" title="储值卡流水" onPress={() => open(storeCardPath())} />
    </Card>
  )
}
