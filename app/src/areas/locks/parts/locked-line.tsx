import { View } from '@tarojs/components'
import { Button } from '../../../ui/button'
import { semantics } from '../../../ui/semantics'
import styles from './lock-bar.module.scss'

/** In the bar: what has just been locked, and the way back. */
export function LockedLine({ text, undo }: { text: string; undo: { busy: boolean; onPress: () => void } }) {
  return (
    <View className={styles.locked}>
      <View className={styles.title} {...semantics({ role: 'status' })}>
        {text}
      </View>
      <Button kind="plain" size="s" busy={undo.busy} label={`撤销，${text}`} onPress={undo.onPress}>
        撤销
      </Button>
    </View>
  )
}
