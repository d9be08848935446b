import { View } from '@tarojs/components'
import { Empty } from './empty'
import { semantics } from './semantics'

type Props = {
  /** What is missing, as in 场地时间没有取到. */
  title: string
  /** Why, as in 获取场地时间状态失败，请重试. */
  cause: string
  onRetry: () => void
  /** The retry is running. */
  busy?: boolean
  second?: { text: string; onPress: () => void }
  /** Inside a card rather than on a page of its own. */
  compact?: boolean
}

/** One block that failed, in its place: the rest of the screen stays usable. */
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
