import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../../../../platform/picture-address'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import styles from './product-picture.module.scss'

type Props = {
  src: string | null
  /** In px; `square` is as high as it is wide, `cover` fills the box around it. */
  size: 56 | 72 | 80 | 'square' | 'cover'
  /** Shows the whole picture instead of cropping it. */
  whole?: boolean
  /** Unavailable: paler. */
  faded?: boolean
}

/** A product's picture, or a drawn placeholder. Hidden from screen readers: the name is next to it. */
export function ProductPicture({ src, size, whole, faded }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const hasPicture = src !== null && src !== brokenSrc
  return (
    <View
      className={classNames(styles.picture, styles[`s${size}`], faded && styles.faded)}
      {...semantics({ hidden: true })}
    >
      {hasPicture ? (
        <Image
          className={styles.image}
          src={pictureAddress(src)}
          mode={whole ? 'aspectFit' : 'aspectFill'}
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        <View className={styles.drawn} />
      )}
    </View>
  )
}
