import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../../../platform/picture-address'
import { classNames } from '../../../ui/class-names'
import { semantics } from '../../../ui/semantics'
import styles from './product-picture.module.scss'

type Props = {
  src: string | null
  /** In px; `square` is as high as it is wide, `cover` fills the box around it. */
  size: 56 | 72 | 80 | 'square' | 'cover'
  /** Whole rather than cut to the box. */
  whole?: boolean
  /** It cannot be had: paler. */
  faded?: boolean
}

/** A product's picture, or a drawn one. Hidden from readers: the name stands beside. */
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
