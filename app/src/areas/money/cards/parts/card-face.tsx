import type { StoredCard } from '@paidang/api/areas/money/cards'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Price } from '../../../../ui/price'
import { pressable } from '../../../../ui/semantics'
import styles from './card-face.module.scss'

/** The digits of a card number are grouped in fours. */
const FOUR_DIGITS = /(\d{4})(?=\d)/g

type Props = {
  card: StoredCard
  /** A control at the right, with its own press target. */
  tail?: ReactNode
  /** Opens the card: its text is the target. */
  onPress?: () => void
}

/** A stored card: its name, balance, principal and gift separately, its number. */
export function CardFace({ card, tail, onPress }: Props) {
  const { name, cardNo, balanceFen, principalFen, giftFen } = card
  const parts = [`本金 ¥${yuanOf(principalFen)}`, `赠送 ¥${yuanOf(giftFen)}`]
  const label = `${name}，余额 ¥${yuanOf(balanceFen)}，${parts.join('，')}`
  return (
    <View className={classNames(styles.face, 'row-12')}>
      <View
        className={classNames('grow', onPress && styles.target)}
        hoverClass={onPress ? styles.pressed : 'none'}
        {...(onPress ? pressable({ onPress, label }) : {})}
      >
        <View className={classNames(styles.quiet, 't-caption')}>{name}</View>
        <Price amountFen={balanceFen} size="l" tone="inverse" />
        <View className={classNames(styles.quiet, 't-caption')}>
          <Facts>{parts}</Facts>
        </View>
        <View className={classNames(styles.number, styles.quiet, 't-sub')}>{cardNo.replace(FOUR_DIGITS, '$1 ')}</View>
      </View>
      {tail}
    </View>
  )
}
