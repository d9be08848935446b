import type { MerchantSummary } from '@paidang/api/areas/stringing'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../../../../platform/picture-address'
import { choiceOf } from '../../../../ui/avatar'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import styles from './merchant-picture.module.scss'
import { RacketDrawing } from './racket-drawing'

const GROUNDS = 3

/**
 * The shop's picture, or a drawn racket on a background that is always the same for that shop. Hidden from screen
 * readers.
 */
export function MerchantPicture({ merchant: { id, avatar } }: { merchant: Pick<MerchantSummary, 'id' | 'avatar'> }) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const hasPicture = avatar !== null && avatar !== brokenSrc
  return (
    <View
      className={classNames(styles.picture, !hasPicture && styles[`ground${choiceOf(id, GROUNDS)}`])}
      {...semantics({ hidden: true })}
    >
      {hasPicture ? (
        <Image
          className={styles.image}
          src={pictureAddress(avatar)}
          mode="aspectFill"
          onError={() => setBrokenSrc(avatar)}
        />
      ) : (
        <RacketDrawing ground="bare" />
      )}
    </View>
  )
}
