import { View } from '@tarojs/components'
import { Button } from '../../../ui/button'
import { semantics } from '../../../ui/semantics'
import styles from './deleted-row.module.scss'

/** In the place of a deleted message, while that can be undone. */
export function DeletedRow({ title, onUndo }: { title: string; onUndo: () => void }) {
  return (
    <View className={styles.row} {...semantics({ role: 'status' })}>
      <View className={styles.words}>已删除“{title}”</View>
      <Button kind="plain" size="s" onPress={onUndo}>
        撤销
      </Button>
    </View>
  )
}
