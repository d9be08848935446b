import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../platform/picture-address'
import { choiceOf } from './avatar'
import { classNames } from './class-names'
import { semantics } from './semantics'
import styles from './venue-picture.module.scss'

const COURTS = 4

type Props = {
  /** The venue's id: selects the drawn court if there is no picture. */
  id: string
  src?: string | null
  /** In px; `cover` fills the box around it. */
  size?: 40 | 48 | 72 | 'cover'
}

/**
 * A venue's picture, or a drawn court that is always the same for that venue. Hidden from screen readers: the name is
 * next to it.
 */
export function VenuePicture({ id, src, size = 40 }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const hasPicture = Boolean(src) && src !== brokenSrc
  return (
    <View
      className={classNames(styles.picture, styles[`s${size}`], !hasPicture && styles[`court${choiceOf(id, COURTS)}`])}
      {...semantics({ hidden: true })}
    >
      {hasPicture && src && (
        <Image className={styles.image} src={pictureAddress(src)} mode="aspectFill" onError={() => setBrokenSrc(src)} />
      )}
    </View>
  )
}
