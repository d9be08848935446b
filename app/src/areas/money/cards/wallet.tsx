import { cardsOfUser, type StoredCard } from '@paidang/api/areas/money/cards'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { storeCardDetailPath, storeCardPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Price } from '../../../ui/price'
import { pressable } from '../../../ui/semantics'
import { useFeatures } from '../../ground/features/features-data'
import { useCards } from './cards-data'
import face from './parts/card-face.module.scss'
import { TopUpSheet, useTopUpSheet } from './top-up-sheet'
import styles from './wallet.module.scss'

/** The small text on the dark ground. */
const QUIET = classNames(face.quiet, 't-caption')

/** An ideographic space gives a line its height. */
const BLANK = '　'

/**
 * The stored cards on 我的: their total balance, principal and gift separately, and 充值. Absent for guests. Also
 * absent for people without a card if none are sold.
 */
export function Wallet() {
  const userId = useUserId()
  return userId === null ? null : <OwnWallet />
}

function OwnWallet() {
  const { data: cards, error, isFetching, refetch } = useCards()
  const topUp = useTopUpSheet()
  const { data: features, isPending } = useFeatures()
  const canTopUp = features?.cards === true
  const failure = cards ? undefined : error
  if (!canTopUp && !cards?.length) return isPending ? <PlaceOfWallet /> : null
  return (
    <>
      <View className={classNames(face.face, 'row-12')}>
        {cards ? (
          <Balance cards={cards} />
        ) : (
          <View className="grow">
            <View className={QUIET}>储值卡</View>
            <View className={styles.unknown}>— —</View>
            {!failure && <View className={QUIET}>{BLANK}</View>}
            {failure && (
              <View
                className={classNames(styles.failure, QUIET)}
                {...pressable({ onPress: () => refetch(), busy: isFetching })}
              >
                <Facts>
                  {failureText(cardsOfUser.outcome, failure)}
                  重试
                </Facts>
              </View>
            )}
          </View>
        )}
        {cards && canTopUp && (
          <Button
            kind="lime"
            size="m"
            label="充值储值卡"
            // With several cards, their page asks which one.
            onPress={() => (cards.length > 1 ? goTo(storeCardPath()) : topUp.show(cards[0]))}
          >
            充值
          </Button>
        )}
      </View>
      <TopUpSheet {...topUp.sheet} />
    </>
  )
}

/** Keeps the height of the wallet until it is known whether there is one, so that nothing moves under the finger. */
function PlaceOfWallet() {
  return (
    <View className={classNames(face.face, 'row-12')} style={{ visibility: 'hidden' }}>
      <View className="grow">
        <View className={QUIET}>{BLANK}</View>
        <View className={styles.unknown}>{BLANK}</View>
        <View className={QUIET}>{BLANK}</View>
      </View>
    </View>
  )
}

function Balance({ cards }: { cards: readonly StoredCard[] }) {
  const [first] = cards
  if (!first) {
    return (
      <View className="grow">
        <View className={QUIET}>储值卡</View>
        <View className={classNames(styles.none, 't-headline')}>还没有储值卡</View>
        <View className={QUIET}>充值即开卡，7 日内可无理由退</View>
      </View>
    )
  }
  const sumOf = (part: 'balanceFen' | 'principalFen' | 'giftFen') => cards.reduce((sum, card) => sum + card[part], 0)
  const name = cards.length > 1 ? ['储值卡', `${cards.length} 张`] : [first.name]
  const parts = [`本金 ¥${yuanOf(sumOf('principalFen'))}`, `赠送 ¥${yuanOf(sumOf('giftFen'))}`]
  return (
    <View
      className="grow"
      {...pressable({
        label: `${name.join('，')}，余额 ¥${yuanOf(sumOf('balanceFen'))}，${parts.join('，')}`,
        onPress: () => goTo(cards.length > 1 ? storeCardPath() : storeCardDetailPath(first.id)),
      })}
    >
      <View className={QUIET}>
        <Facts>{name}</Facts>
      </View>
      <Price amountFen={sumOf('balanceFen')} size="l" tone="inverse" />
      <View className={QUIET}>
        <Facts>{parts}</Facts>
      </View>
    </View>
  )
}
