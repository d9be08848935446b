import { View } from '@tarojs/components'
import { searchPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import styles from './search-entry.module.scss'

/** Looks like the field of the page that it opens. */
export function SearchEntry() {
  return (
    <View className={styles.entry} {...pressable({ role: 'link', onPress: () => goTo(searchPath()) })}>
      <Icon name="search" size={18} className={styles.icon} />
      找教练、场馆、球局
    </View>
  )
}
