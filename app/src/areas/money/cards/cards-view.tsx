import { cardsOfUser } from '@paidang/api/areas/money/cards'
import { errors } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { storeCardDetailPath } from '../../../paths'
import { CARDS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useFeature } from '../../ground/features/features-data'
import { useCards } from './cards-data'
import styles from './cards-view.module.scss'
import { CardFace } from './parts/card-face'
import { CARD_RULES, TopUpSheet, useTopUpSheet } from './top-up-sheet'

const KEYS = [CARDS_KEY]

/** 储值卡: the cards of the caller, and their top-up. */
export function CardsView() {
  const userId = useUserId()
  return <Page title="储值卡">{userId === null ? <SignedOut /> : <Cards />}</Page>
}

function Cards() {
  const { data, error, isPending, isFetching, refetch } = useCards()
  const skeleton = useSkeleton(isPending)
  const topUp = useTopUpSheet()
  const canTopUp = useFeature('cards')
  useFreshOnShow(KEYS)
  usePullDownRefresh(async () => {
    const { error: failure } = await refetch()
    if (failure) showFailed(cardsOfUser.outcome, failure)
    Taro.stopPullDownRefresh()
  })

  return (
    <>
      {skeleton ? (
        <CardsSkeleton />
      ) : !data ? (
        error && (
          <ErrorBlock
            title="储值卡没有取到"
            cause={failureText(cardsOfUser.outcome, error)}
            onRetry={refetch}
            busy={isFetching}
          />
        )
      ) : data.length === 0 ? (
        <Empty
          title={canTopUp === false ? errors.cards_off.message : '还没有储值卡'}
          {...(canTopUp && {
            line: '充值即开卡，7 日内可无理由退',
            action: { text: '充值', onPress: () => topUp.show() },
          })}
        />
      ) : (
        <CardStack>
          <RefreshBar on={isFetching} />
          {data.map((card) => (
            <CardFace
              key={card.id}
              card={card}
              onPress={() => goTo(storeCardDetailPath(card.id))}
              tail={
                canTopUp && (
                  <Button kind="lime" size="m" label={`给${card.name}充值`} onPress={() => topUp.show(card)}>
                    充值
                  </Button>
                )
              }
            />
          ))}
          <View className={classNames(styles.rules, 't-caption')}>{CARD_RULES}</View>
          {canTopUp && (
            <Button kind="plain" icon="plus" onPress={() => topUp.show()}>
              再办一张
            </Button>
          )}
        </CardStack>
      )}
      <TopUpSheet {...topUp.sheet} />
    </>
  )
}

function CardsSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={136} radius={16} />
        <Skeleton height={136} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
