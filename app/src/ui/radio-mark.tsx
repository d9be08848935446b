import { View } from '@tarojs/components'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './radio-mark.module.scss'
import { semantics } from './semantics'

/** The round mark of a choice, with a tick when chosen; the row around it has the role. */
export function RadioMark({ on }: { on: boolean | undefined }) {
  return (
    <View className={classNames(styles.mark, on && styles.on)} {...semantics({ hidden: true })}>
      {on && <Icon name="check" size={14} />}
    </View>
  )
}
