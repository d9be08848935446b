import type { StringMaterial } from '@paidang/domain/areas/activities/stringing/string-job'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import styles from './string-reel.module.scss'

/** A reel of string with the look of its material; a dashed ring where it is unknown. Hidden from screen readers. */
export function StringReel({ material }: { material: StringMaterial | null }) {
  return <View className={classNames(styles.reel, styles[material ?? 'own'])} {...semantics({ hidden: true })} />
}
