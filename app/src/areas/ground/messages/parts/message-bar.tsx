import { View } from '@tarojs/components'
import { messageSettingsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import type { MessageCategory } from '../message-labels'
import { useReadAll } from '../messages-data'
import styles from './message-bar.module.scss'

/** The unread count of a category (undefined while it is unknown), the action that marks all as read, and the link to the settings. */
export function MessageBar({ category, unread }: { category: MessageCategory; unread: number | undefined }) {
  const readAll = useReadAll()
  return (
    <View className={styles.bar}>
      <View className={styles.count}>{textOf(unread)}</View>
      <Button
        kind="plain"
        size="s"
        icon="check"
        disabled={!unread}
        busy={readAll.isPending}
        onPress={() => readAll.act(category)}
      >
        全部已读
      </Button>
      <Button kind="plain" size="s" icon="settings" label="消息设置" onPress={() => goTo(messageSettingsPath())}>
        设置
      </Button>
    </View>
  )
}

function textOf(unread: number | undefined): string {
  if (unread === undefined) return ''
  return unread > 0 ? `${unread} 条未读` : '没有未读消息'
}
