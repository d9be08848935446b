import { View } from '@tarojs/components'
import { Button } from '../../ui/button'
import { type ShownMessage, useDecide } from './messages-data'
import styles from './verdicts.module.scss'

/** 同意 and 拒绝, where a request stands. */
export function Verdicts({ message }: { message: ShownMessage }) {
  const { isApproving, isRejecting, approve, reject } = useDecide(message.id)
  return (
    <View className={styles.verdicts}>
      <Button size="m" busy={isApproving} disabled={isRejecting} label={`同意 ${message.title}`} onPress={approve}>
        同意
      </Button>
      <Button
        kind="plain"
        size="m"
        busy={isRejecting}
        disabled={isApproving}
        label={`拒绝 ${message.title}`}
        onPress={reject}
      >
        拒绝
      </Button>
    </View>
  )
}
