import { View } from '@tarojs/components'
import { Button } from '../../../ui/button'
import { semantics } from '../../../ui/semantics'
import styles from './lock-bar.module.scss'

type Props = {
  text: string
  /** Absent for a repeated lock: it may lie over others of later weeks, which taking it back would open too. */
  undo: { busy: boolean; onPress: () => void } | undefined
}

/** In the bar: what has just been locked, and the way back. */
export function LockedLine({ text, undo }: Props) {
  return (
    <View className={styles.locked}>
      <View className={styles.title} {...semantics({ role: 'status' })}>
        {text}
      </View>
      {undo && (
        <Button kind="plain" size="s" busy={undo.busy} label={`撤销，${text}`} onPress={undo.onPress}>
          撤销
        </Button>
      )}
    </View>
  )
}
