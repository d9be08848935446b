import type { MerchantSummary } from '@paidang/api/areas/activities/stringing'
import { isOpen } from '@paidang/domain/areas/activities/stringing/ready'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { threadingDetailPath, threadingProductsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { pictureAddress } from '../../../../platform/picture-address'
import { useMinute } from '../../../../platform/use-minute'
import { choiceOf } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardControls, CardStack } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { ListEnd, useNextPageAtBottom } from '../../../../ui/paged-list'
import { Price } from '../../../../ui/price'
import { semantics } from '../../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import type { useMerchants } from '../merchant-data'
import { monthText, openingText, ratingText, readyText, sportNames, whereText } from './merchant-labels'
import styles from './merchant-rows.module.scss'
import { RacketDrawing } from './racket-drawing'

type Props = {
  list: ReturnType<typeof useMerchants>
  /** Shown when there are none. */
  empty: JSX.Element
}

/** A list of shops; the next page is loaded at the foot. */
export function MerchantRows({ list, empty }: Props) {
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const showsSkeleton = useSkeleton(isPending)
  useNextPageAtBottom(list)
  if (showsSkeleton) return <MerchantCardSkeletons count={4} />
  if (!data) {
    if (!cause) return null
    return <ErrorBlock title="穿线商家没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
  }
  if (data.rows.length === 0) return empty
  return (
    <View>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <CardStack list="穿线商家">
        {data.rows.map((merchant: MerchantSummary) => (
          <View key={merchant.id} {...semantics({ role: 'listitem' })}>
            <MerchantCard merchant={merchant} />
          </View>
        ))}
      </CardStack>
      <ListEnd list={list} of="商家" />
    </View>
  )
}

/** A stringing shop as a card: sports, rating, turnaround, place, and its lowest price. */
function MerchantCard({ merchant }: { merchant: MerchantSummary }) {
  const now = useMinute()
  const { id, name, priceFrom, courierFeeFen } = merchant
  const where = whereText(merchant)
  const ready = readyText(merchant, now)
  return (
    <Card
      holdsControls
      label={[name, where, ready].filter(Boolean).join('，')}
      onPress={() => goTo(threadingDetailPath(id))}
    >
      <View className="beside-12">
        <MerchantPicture merchant={merchant} />
        <View className="grow">
          <View className={styles.head}>
            <View className="shrinks t-headline one-line">{name}</View>
            <View className="keep t-sub muted">{where}</View>
          </View>
          <View className="t-sub muted">
            <Facts>
              {sportNames(merchant.sports)}
              {ratingText(merchant.rating)}
              {monthText(merchant.monthJobs)}
            </Facts>
          </View>
          <View className={classNames(styles.tags, 'chips-4')}>
            <Tag kind="brand">{ready}</Tag>
            {!isOpen(merchant, now) && (
              <Tag kind="mute" icon={null}>
                休息中
              </Tag>
            )}
            <Tag kind="line">{openingText(merchant)}</Tag>
            {courierFeeFen !== null && <Tag kind="line">取送</Tag>}
          </View>
        </View>
      </View>
      <View className={classNames(styles.foot, 'mt-12 pt-10 t-caption muted')}>
        {priceFrom === null ? (
          '暂未接单'
        ) : (
          <View className={classNames(styles.price, 'beside-4')}>
            工费
            <Price amountFen={priceFrom} tone="ink" />起
          </View>
        )}
        {priceFrom !== null && (
          <CardControls>
            <Button size="s" label={`在${name}下单`} onPress={() => goTo(threadingProductsPath(id))}>
              去下单
            </Button>
          </CardControls>
        )}
      </View>
    </Card>
  )
}

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

/** Skeleton cards, as many as there will be cards. */
export function MerchantCardSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      <CardStack>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards are identical.
          <Card key={at}>
            <View className="beside-12">
              <Skeleton width={64} height={64} radius={12} />
              <View className={classNames(styles.skeletonWords, 'col-0 fill')}>
                <Skeleton width={140} height={18} />
                <Skeleton width={180} />
                <Skeleton width={120} height={20} radius={4} />
              </View>
            </View>
            <View className={classNames(styles.skeletonFoot, 'row-0 mt-12 pt-10')}>
              <Skeleton width={150} />
              <Skeleton width={80} height={20} />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
