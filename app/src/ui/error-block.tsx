import { View } from '@tarojs/components'
import { Empty } from './empty'
import { semantics } from './semantics'

type Props = {
  /** What could not be loaded, as in 场地时间没有取到. */
  title: string
  /** The cause, as in 获取场地时间状态失败，请重试. */
  cause: string
  onRetry: () => void
  /** Whether the retry is running. */
  busy?: boolean
  second?: { text: string; onPress: () => void }
  /** Inside a card instead of a page. */
  compact?: boolean
}

/** Shows the failure of one block in its place; the rest of the screen stays usable. */
export function ErrorBlock({ title, cause, onRetry, busy, second, compact }: Props) {
  return (
    <View {...semantics({ role: 'alert' })}>
      <Empty
        drawing="net"
        title={title}
        line={cause}
        action={{ text: '重试', onPress: onRetry, busy }}
        second={second}
        compact={compact}
      />
    </View>
  )
}
