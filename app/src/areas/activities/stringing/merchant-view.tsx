import type { Merchant } from '@paidang/api/areas/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage } from '@tarojs/taro'
import { threadingDetailPath, threadingProductsPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useNearPoint } from '../../../platform/near-point'
import { showFailed } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useMerchant } from './merchant-data'
import styles from './merchant-view.module.scss'
import { MerchantHead } from './parts/merchant-head'
import { MerchantOffer } from './parts/merchant-offer'
import { MerchantReviews } from './parts/merchant-reviews'

/** 商家详情: the rating and place of a shop, its services and strings, and its reviews. Open to everybody. */
export function MerchantView({ id = '' }: { id?: string | undefined }) {
  const { point } = useNearPoint()
  const { data: merchant, error, cause, isPending, isFetching, refetch } = useMerchant(id, point)
  const isWaiting = id !== '' && isPending
  const showsSkeleton = useSkeleton(isWaiting)
  useShareAppMessage(() => ({ title: merchant?.name ?? '穿线商家', path: threadingDetailPath(id) }))
  usePullDownRefresh(async () => {
    const { error: failure } = await refetch()
    if (failure) showFailed(outcomes.readDetail, failure)
    Taro.stopPullDownRefresh()
  })
  return (
    <Page title="商家详情">
      {showsSkeleton ? (
        <MerchantSkeleton />
      ) : merchant ? (
        <>
          <RefreshBar on={isFetching} />
          <Shop merchant={merchant} />
        </>
      ) : isWaiting ? null : !cause || (error instanceof ApiError && error.status < 500) ? (
        <Empty title="商家不存在" line="它可能已经停止接单" action={{ text: '返回', onPress: back }} />
      ) : (
        <ErrorBlock title="商家没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  )
}

function Shop({ merchant }: { merchant: Merchant }) {
  const { id, priceFrom } = merchant
  return (
    <>
      <CardStack className={styles.stack}>
        <MerchantHead merchant={merchant} />
        <MerchantOffer merchant={merchant} />
        <MerchantReviews merchantId={id} />
      </CardStack>
      <ActionBar
        actions={
          <Button
            full={priceFrom === null}
            disabled={priceFrom === null}
            reason="商家暂未接单"
            onPress={() => goTo(threadingProductsPath(id))}
          >
            去下单
          </Button>
        }
      >
        {priceFrom !== null && (
          <View className={styles.price}>
            工费
            <Price amountFen={priceFrom} tone="ink" />起
          </View>
        )}
      </ActionBar>
    </>
  )
}

function MerchantSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={250} radius={16} />
        <Skeleton height={240} radius={16} />
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
