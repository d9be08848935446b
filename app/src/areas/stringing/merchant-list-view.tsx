import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useReachBottom } from '@tarojs/taro'
import { failureText } from '../../platform/toast'
import { CardStack } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { ErrorBlock } from '../../ui/error-block'
import { ListFoot } from '../../ui/list-foot'
import { Page } from '../../ui/page'
import { semantics } from '../../ui/semantics'
import { useSkeleton } from '../../ui/skeleton'
import { useMerchants } from './merchant-data'
import { MerchantCard } from './parts/merchant-card'
import { MerchantCardSkeletons } from './parts/merchant-card-skeletons'

/** The stringing shops, open to everybody. */
export function MerchantListView() {
  return (
    <Page title="穿线" tab>
      <Merchants />
    </Page>
  )
}

function Merchants() {
  const merchants = useMerchants()
  const showsSkeleton = useSkeleton(merchants.isPending)
  const loadMore = () => {
    if (merchants.hasNextPage && !merchants.isFetchingNextPage) merchants.fetchNextPage()
  }
  usePullDownRefresh(() => {
    merchants.refetch().finally(() => Taro.stopPullDownRefresh())
  })
  useReachBottom(loadMore)

  if (showsSkeleton) return <MerchantCardSkeletons count={4} />
  if (!merchants.data) {
    if (!merchants.error) return null
    return (
      <ErrorBlock
        title="穿线师没有取到"
        cause={failureText(outcomes.readDetail, merchants.error)}
        busy={merchants.isFetching}
        onRetry={() => merchants.refetch()}
      />
    )
  }
  if (merchants.data.length === 0) return <Empty title="附近没有穿线师" line="有商家入驻时会出现在这里" />
  return (
    <View>
      {/* Nothing in it can be pressed yet: without a stop of its own the keyboard could not scroll it. */}
      <View {...semantics({ role: 'list', label: '穿线商家', tabIndex: 0 })}>
        <CardStack>
          {merchants.data.map((merchant) => (
            <View key={merchant.id} {...semantics({ role: 'listitem' })}>
              <MerchantCard merchant={merchant} />
            </View>
          ))}
        </CardStack>
      </View>
      <ListFoot
        state={
          merchants.isFetchNextPageError
            ? 'failed'
            : merchants.isFetchingNextPage
              ? 'loading'
              : merchants.hasNextPage
                ? 'more'
                : 'end'
        }
        onRetry={loadMore}
      />
    </View>
  )
}
