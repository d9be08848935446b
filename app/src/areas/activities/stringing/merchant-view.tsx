import type { Merchant, ShopString, StringingReview, StringingService } from '@paidang/api/areas/activities/stringing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { isOpen } from '@paidang/domain/areas/activities/stringing/ready'
import { METRES } from '@paidang/domain/areas/activities/stringing/string-job'
import { dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { totalText } from '@paidang/domain/kernel/page'
import { SPORT_NAMES, SPORTS, type Sport } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage } from '@tarojs/taro'
import { threadingDetailPath, threadingProductsPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useNearPoint } from '../../../platform/near-point'
import { callPhone } from '../../../platform/phone'
import { openPlace, PLACE_ACTION } from '../../../platform/place'
import { showFailed, showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Facts, WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom } from '../../../ui/paged-list'
import { Price } from '../../../ui/price'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { dateText } from '../../../ui/time-format'
import { Windowed } from '../../../ui/windowed'
import { useMerchant, useReviews } from './merchant-data'
import styles from './merchant-view.module.scss'
import { monthText, openingText, ratingText, readyText, sportNames } from './parts/merchant-labels'
import { MerchantPicture } from './parts/merchant-rows'
import { StringReel } from './parts/racket-drawing'
import { Stars } from './parts/stars'
import { stringFacts } from './parts/stringing-labels'

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
      <CardStack className="fill">
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
          <View className={classNames(styles.price, 'beside-4 t-caption muted')}>
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

/** The head of a shop: its rating, whether it is open, where it is and how to reach it. */
function MerchantHead({ merchant }: { merchant: Merchant }) {
  const now = useMinute()
  const { name, rating, phone, courierFeeFen, introduction } = merchant
  return (
    <Card flush>
      <View className={classNames(styles.top, 'beside-12')}>
        <MerchantPicture merchant={merchant} />
        <View className="grow">
          <View className="t-title-2" {...semantics({ role: 'heading', level: 2 })}>
            {name}
          </View>
          <View className="t-sub muted">
            <Facts>
              {sportNames(merchant.sports)}
              {ratingText(rating)}
              {monthText(merchant.monthJobs)}
            </Facts>
          </View>
          <View className={classNames(styles.tags, 'chips-4')}>
            {isOpen(merchant, now) ? (
              <Tag kind="ok">营业中</Tag>
            ) : (
              <Tag kind="mute" icon={null}>
                休息中
              </Tag>
            )}
            <Tag kind="brand">{readyText(merchant, now)}</Tag>
            {courierFeeFen !== null && <Tag kind="line">取送</Tag>}
          </View>
        </View>
      </View>
      {introduction !== '' && <View className="in-0-8 t-sub muted">{introduction}</View>}
      <ShopPlace merchant={merchant} />
      {phone !== '' && (
        <Cell icon="phone" title="电话" value={phone} label={`拨打电话 ${phone}`} onPress={() => callPhone(phone)} />
      )}
      <Cell icon="clock" title="营业时间" value={openingText(merchant)} />
      {courierFeeFen !== null && <Cell icon="swap" title="上门取送" value={`¥${yuanOf(courierFeeFen)}`} />}
    </Card>
  )
}

/** Where the shop is. A press opens the map of the device, or copies the address. */
function ShopPlace({ merchant }: { merchant: Merchant }) {
  const { name, city, district, address, latitude, longitude, distanceKm } = merchant
  const place = address.startsWith(district) ? address : `${district} ${address}`.trim()
  const open = async () => {
    try {
      const end = await openPlace({ name, address: `${city}${place}`, latitude, longitude })
      if (end === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    }
  }
  return (
    <Cell
      icon="pin"
      title={place}
      note={distanceKm === null ? undefined : `距你 ${distanceKm.toFixed(1)} km`}
      tail={
        <Button kind="plain" size="s" icon="pin" label={`${PLACE_ACTION} ${name}`} onPress={open}>
          {PLACE_ACTION}
        </Button>
      }
    />
  )
}

/** What a shop offers, by sport: labour and extras, and the strings in stock. */
function MerchantOffer({ merchant }: { merchant: Merchant }) {
  const offers = offersOf(merchant)
  if (offers.length === 0) {
    return (
      <Card>
        <Empty compact title="还没有可选的服务" line="可以电话联系商家" />
      </Card>
    )
  }
  return (
    <>
      {offers.map(({ sport, services, strings }) => (
        <Card key={sport}>
          <CardHead title={SPORT_NAMES[sport]} tail={services.length > 0 ? '每支' : undefined} />
          {services.length > 0 && (
            <View {...semantics({ role: 'list', label: `${SPORT_NAMES[sport]}工费` })}>
              {services.map((service) => (
                <Service key={service.id} service={service} />
              ))}
            </View>
          )}
          {strings.length > 0 && (
            <>
              <View className={classNames(styles.caption, 'pt-12 t-caption muted')}>
                <View>店里的线</View>
                <View>每半副</View>
              </View>
              <View {...semantics({ role: 'list', label: `${SPORT_NAMES[sport]}线` })}>
                {strings.map((string) => (
                  <StringRow key={string.id} string={string} />
                ))}
              </View>
            </>
          )}
        </Card>
      ))}
    </>
  )
}

function Service({ service: { name, kind, priceFen } }: { service: StringingService }) {
  return (
    <View className={classNames(styles.row, 'between')} {...semantics({ role: 'listitem' })}>
      <View className={classNames(styles.what, 'shrinks t-body')}>
        {name}
        {kind === 'EXTRA' && <Tag kind="line">加项</Tag>}
      </View>
      <View className={styles.offerPrice}>{`${kind === 'EXTRA' ? '+' : ''}¥${yuanOf(priceFen)}`}</View>
    </View>
  )
}

function StringRow({ string }: { string: ShopString }) {
  const isGone = isOutOfStock(string)
  return (
    <View className={classNames(styles.string, 'row-12')} {...semantics({ role: 'listitem' })}>
      <StringReel material={string.material} />
      <View className="grow">
        <View className="t-body">{`${string.brand} ${string.name}`}</View>
        <View className="t-caption muted">
          <WrappedFacts>{stringFacts(string)}</WrappedFacts>
        </View>
      </View>
      {isGone && (
        <Tag kind="mute" icon={null}>
          缺货
        </Tag>
      )}
      <View className={isGone ? styles.gone : styles.offerPrice}>{`¥${yuanOf(string.halfPriceFen)}`}</View>
    </View>
  )
}

/** The reviews of a shop, the latest first; the next page is loaded at the foot. */
function MerchantReviews({ merchantId }: { merchantId: string }) {
  const list = useReviews(merchantId)
  const { data, cause, isPending, isFetching } = list
  const showsSkeleton = useSkeleton(isPending)
  useNextPageAtBottom(list)
  return (
    <Card>
      <CardHead title="评价" tail={data ? `${totalText(data.total)} 条` : undefined} />
      {showsSkeleton ? (
        <SkeletonGroup>
          <Skeleton height={72} radius={12} />
        </SkeletonGroup>
      ) : !data ? (
        cause && <ErrorBlock compact title="评价没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
      ) : data.rows.length === 0 ? (
        <View className={classNames(styles.none, 't-sub muted t-centre')}>还没有评价</View>
      ) : (
        <>
          <View {...semantics({ role: 'list', label: '评价' })}>
            <Windowed className={styles.piece}>
              {data.rows.map((review) => (
                <Review key={review.orderId} review={review} />
              ))}
            </Windowed>
          </View>
          {list.hasNextPage && <ListEnd list={list} of="评价" />}
        </>
      )}
    </Card>
  )
}

function Review({ review: { author, stars, text, createTime } }: { review: StringingReview }) {
  const now = useMinute()
  return (
    <View className={styles.review} {...semantics({ role: 'listitem' })}>
      <Avatar id={author.id} src={author.avatar} size={32} />
      <View className="words">
        <View className={styles.head}>
          <View className="t-strong">{author.nickname}</View>
          <Stars stars={stars} />
        </View>
        {text !== '' && <View className={styles.text}>{text}</View>}
        <View className="wrap-0 mt-2 t-caption muted">{dateText(dayOf(new Date(createTime)), now)}</View>
      </View>
    </View>
  )
}

/** What a shop offers for one sport: labour, the cheapest first, then extras; and its strings. */
type Offer = { sport: Sport; services: StringingService[]; strings: ShopString[] }

/** Returns what a shop offers, by sport, in the fixed order of sports. */
export function offersOf({ services, strings }: Pick<Merchant, 'services' | 'strings'>): Offer[] {
  return SPORTS.map((sport) => ({
    sport,
    services: services
      .filter((service) => service.sport === sport)
      .sort((one, other) => rank(one) - rank(other) || one.priceFen - other.priceFen),
    strings: strings.filter((string) => string.sport === sport),
  })).filter((offer) => offer.services.length > 0 || offer.strings.length > 0)
}

const rank = ({ kind }: StringingService) => (kind === 'LABOUR' ? 0 : 1)

/** Whether too little of a string is left even for the shorter half of a bed. */
export function isOutOfStock({ sport, freeMetres }: Pick<ShopString, 'sport' | 'freeMetres'>): boolean {
  return freeMetres < Math.min(METRES[sport].mains, METRES[sport].crosses)
}
