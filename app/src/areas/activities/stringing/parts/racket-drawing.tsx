import type { StringMaterial } from '@paidang/domain/areas/activities/stringing/string-job'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import styles from './racket-drawing.module.scss'

type Props = {
  /** Width in px; the height is 1.5 times as much. */
  size?: 36 | 64
  /** `tile` has its own light background, `bare` uses the one below, `court` is tilted on the green one. */
  ground?: 'tile' | 'bare' | 'court'
}

/** A drawn racket. Hidden from screen readers, because its name is beside it. */
export function RacketDrawing({ size = 36, ground = 'tile' }: Props) {
  const frame = ground === 'court' ? 'court' : 'paper'
  return (
    <View className={classNames(ground === 'tile' && styles.tile)} {...semantics({ hidden: true })}>
      <View className={classNames(styles.racket, styles[`s${size}`], styles[frame])} />
    </View>
  )
}

/** A reel of string with the look of its material; a dashed ring where it is unknown. Hidden from screen readers. */
export function StringReel({ material }: { material: StringMaterial | null }) {
  return <View className={classNames(styles.reel, styles[material ?? 'own'])} {...semantics({ hidden: true })} />
}
