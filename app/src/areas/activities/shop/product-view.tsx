import { getProduct } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import Taro, { usePullDownRefresh, useShareAppMessage, useShareTimeline } from '@tarojs/taro'
import { productsPath } from '../../../paths'
import { backTo } from '../../../platform/navigate'
import { failureText, showFailed } from '../../../platform/toast'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { ProductBody } from './parts/product-body'
import { productShareCard } from './parts/shop-labels'
import { useProduct } from './shop-data'

/** 商品详情: one product, open to everybody. */
export function ProductView({ id = '' }: { id?: string | undefined }) {
  const { data, error, isPending, isFetching, refetch } = useProduct(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(getProduct.outcome, failure)
    Taro.stopPullDownRefresh()
  })
  useShareAppMessage(() => productShareCard(data))
  useShareTimeline(() => ({ title: productShareCard(data).title, query: data ? `id=${data.id}` : '' }))
  const isGone = isNoProduct(error)
  return (
    <Page title="商品详情">
      {skeleton ? (
        <ProductSkeleton />
      ) : data && !isGone ? (
        <ProductBody key={data.id} product={data} />
      ) : waits ? null : !error || isGone ? (
        <Empty
          title="商品已下架"
          line="看看商城里的其他商品"
          action={{ text: '去逛逛', onPress: () => backTo(productsPath()) }}
        />
      ) : (
        <ErrorBlock
          title="商品没有取到"
          cause={failureText(getProduct.outcome, error)}
          onRetry={refetch}
          busy={isFetching}
        />
      )}
    </Page>
  )
}

/** Whether the product does not exist, or no longer exists. */
function isNoProduct(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

function ProductSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton height={375} radius={0} />
      <CardStack>
        <Skeleton height={148} radius={16} />
        <Skeleton height={96} radius={16} />
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
