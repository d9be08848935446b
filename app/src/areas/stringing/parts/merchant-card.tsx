import type { MerchantSummary } from '@paidang/api/areas/stringing'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../../../platform/picture-address'
import { choiceOf } from '../../../ui/avatar'
import { Card } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Price } from '../../../ui/price'
import { semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import styles from './merchant-card.module.scss'
import { isOpen, openingWords, ratingWords, readyWords, sportNames } from './merchant-words'

const GROUNDS = 3

/** A stringing shop as one can read it: what it strings, how well, how soon, where, and from which price. */
export function MerchantCard({ merchant }: { merchant: MerchantSummary }) {
  const now = new Date()
  return (
    <Card>
      <View className={styles.top}>
        <MerchantPicture merchant={merchant} />
        <View className={styles.words}>
          <View className={styles.name}>{merchant.name}</View>
          <View className={styles.fact}>
            <Facts>
              {sportNames(merchant.sports)}
              {ratingWords(merchant.rating)}
            </Facts>
          </View>
          <View className={styles.tags}>
            <Tag kind="brand">{readyWords(merchant, now)}</Tag>
            {!isOpen(merchant, now) && (
              <Tag kind="mute" icon={null}>
                休息中
              </Tag>
            )}
            <Tag kind="line">{openingWords(merchant)}</Tag>
          </View>
        </View>
      </View>
      {merchant.introduction !== '' && <View className={styles.introduction}>{merchant.introduction}</View>}
      <View className={styles.foot}>
        <View className={styles.address}>{merchant.address}</View>
        {merchant.priceFrom !== null && (
          <View className={styles.price}>
            工费
            <Price amountFen={merchant.priceFrom} tone="ink" />起
          </View>
        )}
      </View>
    </Card>
  )
}

/** The shop's picture, or a drawn racket on a ground that stays the same for that shop. */
function MerchantPicture({ merchant: { id, avatar } }: { merchant: MerchantSummary }) {
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
        <View className={styles.racket} />
      )}
    </View>
  )
}
