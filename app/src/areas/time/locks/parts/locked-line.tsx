import { View } from '@tarojs/components'
import { Button } from '../../../../ui/button'
import { semantics } from '../../../../ui/semantics'
import styles from './lock-bar.module.scss'

type Props = { text: string; busy: boolean; onUndo: () => void }

/** In the bar: what has just been locked, and the button to undo it. */
export function LockedLine({ text, busy, onUndo }: Props) {
  return (
    <View className={styles.locked}>
      <View className={styles.title} {...semantics({ role: 'status' })}>
        {text}
      </View>
      <Button kind="plain" size="s" busy={busy} label={`撤销，${text}`} onPress={onUndo}>
        撤销
      </Button>
    </View>
  )
}
