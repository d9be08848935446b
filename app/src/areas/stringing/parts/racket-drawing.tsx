import { View } from '@tarojs/components'
import { classNames } from '../../../ui/class-names'
import { semantics } from '../../../ui/semantics'
import styles from './racket-drawing.module.scss'

type Props = {
  /** Width in px; half as high again. */
  size?: 36 | 64
  /** `tile` brings a light ground of its own, `bare` lies on one, `court` leans on the green. */
  ground?: 'tile' | 'bare' | 'court'
}

/** A drawn racket; hidden from readers, for its name stands beside it. */
export function RacketDrawing({ size = 36, ground = 'tile' }: Props) {
  const frame = ground === 'court' ? 'court' : 'paper'
  return (
    <View className={classNames(ground === 'tile' && styles.tile)} {...semantics({ hidden: true })}>
      <View className={classNames(styles.racket, styles[`s${size}`], styles[frame])} />
    </View>
  )
}
