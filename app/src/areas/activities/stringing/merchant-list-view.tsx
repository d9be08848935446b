import type { MerchantSort, Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { ScrollView, View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { type ReactNode, useState } from 'react'
import {
  myThreadingPath,
  racketPath,
  racketsPath,
  threadingListPath,
  threadingOrderPath,
  threadingPath,
  threadingProductsPath,
} from '../../../paths'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useNearPoint } from '../../../platform/near-point'
import { useUserId } from '../../../platform/session'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack, MoreLink, SectionHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { Dot } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { HeroGround } from '../../../ui/hero-ground'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { pressable, semantics } from '../../../ui/semantics'
import { Settled } from '../../../ui/settled'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { useMerchants } from './merchant-data'
import styles from './merchant-list-view.module.scss'
import { MerchantCardSkeletons, MerchantRows } from './parts/merchant-rows'
import { RacketDrawing } from './parts/racket-drawing'
import { heroRacket, nextStep, racketName, stringingTag, wearSentence } from './parts/racket-labels'
import { ALL_SHOPS, LocationHint, SORTS, shopFilters, sortOf } from './parts/shop-filters'
import { useRackets, useRunningJobs } from './racket-data'

const KEYS = [STRINGING_KEY]

/** 穿线: the state of the reader's racket, running orders, and the shops, which are open to everybody. */
export function MerchantListView() {
  useShareAppMessage(() => ({ title: '附近穿线，选线选磅数', path: threadingPath() }))
  useFreshOnShow(KEYS)
  const own = [useRackets(), useRunningJobs()]
  return (
    <Page title="穿线" tab>
      <Settled pending={own.some(({ isLoading }) => isLoading)} skeleton={<TabSkeleton />}>
        <CardStack className={styles.own}>
          <RacketHero />
          <RunningJobs />
        </CardStack>
        <Shops />
      </Settled>
    </Page>
  )
}

function TabSkeleton() {
  return (
    <>
      <SkeletonGroup>
        <CardStack>
          <Skeleton height={128} radius={16} />
        </CardStack>
      </SkeletonGroup>
      <MerchantCardSkeletons count={3} />
    </>
  )
}

function Shops() {
  const near = useNearPoint()
  const { point } = near
  const [sort, setSort] = useState<MerchantSort>()
  const [hasCourier, setHasCourier] = useState(false)
  const list = useMerchants(shopFilters({ ...ALL_SHOPS, sort, hasCourier }, point))
  usePullOf(list, outcomes.listMerchants)
  const choose = async (key: MerchantSort) => {
    if (key !== 'distance' || point || (await near.findOut())) setSort(key)
  }
  const all = { text: '全部商家', onPress: () => goTo(threadingListPath()) }
  return (
    <>
      <SectionHead title={point ? '附近商家' : '穿线商家'} more={all} />
      <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
        <View className={styles.chips} {...semantics({ role: 'group', label: '排序和筛选' })}>
          {SORTS.map(({ key, text }) => (
            <Chip key={key} on={key === sortOf(sort, point)} onPress={() => choose(key)}>
              {text}
            </Chip>
          ))}
          <Chip on={hasCourier} onPress={() => setHasCourier(!hasCourier)}>
            可上门取送
          </Chip>
        </View>
      </ScrollView>
      <LocationHint near={near} />
      <MerchantRows
        list={list}
        empty={
          hasCourier ? (
            <Empty title="没有可上门取送的商家" action={{ text: '看全部商家', onPress: () => setHasCourier(false) }} />
          ) : (
            <Empty title="附近没有穿线师" line="有商家入驻时会出现在这里" />
          )
        }
      />
    </>
  )
}

/** The racket at the head of the tab: the state of its strings, and a button to restring it. */
function RacketHero() {
  const isLoggedIn = useUserId() !== null
  if (!isLoggedIn) {
    return (
      <Hero eyebrow="我的球拍" title="登录后看看该不该换线">
        <Button kind="lime" size="m" onPress={goToLogin}>
          登录
        </Button>
      </Hero>
    )
  }
  return <OwnRackets />
}

function OwnRackets() {
  const { data, cause, isFetching, refetch } = useRackets()
  if (!data) {
    if (!cause) return null
    return (
      <Hero eyebrow="我的球拍没有取到" title={cause}>
        <Button kind="lime" size="m" busy={isFetching} onPress={refetch}>
          重试
        </Button>
      </Hero>
    )
  }
  const racket = heroRacket(data)
  if (racket) return <OwnRacket racket={racket} count={data.length} />
  return (
    <Hero eyebrow="我的球拍" title="记下球拍，到时提醒换线">
      <Button kind="lime" size="m" onPress={() => goTo(racketPath())}>
        添加第一支球拍
      </Button>
    </Hero>
  )
}

function OwnRacket({ racket, count }: { racket: Racket; count: number }) {
  const { data: jobs = [] } = useRunningJobs()
  const { id, lastJob, wear } = racket
  const job = jobs.find(({ racketId }) => racketId === id)
  const eyebrow = (
    <>
      我的球拍
      <Dot />
      {racketName(racket)}
    </>
  )
  // While the racket is being strung, nothing is due.
  const title = job ? '正在换线，穿好会通知你' : wearSentence(wear)
  return (
    <Hero eyebrow={eyebrow} title={title}>
      {job ? (
        <Button kind="lime" size="m" onPress={() => goTo(threadingOrderPath(job.id))}>
          查看订单
        </Button>
      ) : (
        lastJob && (
          <Button
            kind="lime"
            size="m"
            onPress={() => goTo(threadingProductsPath(lastJob.merchantId, { racketId: id, again: '1' }))}
          >
            照上次再穿一次
          </Button>
        )
      )}
      <View className={styles.all} {...pressable({ role: 'link', onPress: () => goTo(racketsPath()) })}>
        {count > 1 ? `全部 ${count} 支` : '我的球拍'}
        <Icon name="chevron-right" size={14} />
      </View>
    </Hero>
  )
}

function Hero({ eyebrow, title, children }: { eyebrow: ReactNode; title: string; children: ReactNode }) {
  return (
    <HeroGround rounded>
      <View className={classNames(styles.hero, 'row-12')}>
        <View className="grow">
          <View className={classNames(styles.eyebrow, 'wrap-0 t-caption')}>{eyebrow}</View>
          <View className="mt-2 t-title-2" {...semantics({ role: 'heading', level: 2 })}>
            {title}
          </View>
          <View className={styles.ways}>{children}</View>
        </View>
        <View className={styles.drawing}>
          <RacketDrawing size={64} ground="court" />
        </View>
      </View>
    </HeroGround>
  )
}

/** Further ones are shown on the page of all orders. */
const MOST_SHOWN = 2

/** The active orders, each with what happens next; nothing while there are none. */
function RunningJobs() {
  const { data: jobs = [] } = useRunningJobs()
  if (jobs.length === 0) return null
  const more = jobs.length > MOST_SHOWN ? `全部 ${jobs.length} 单` : '我的穿线'
  return (
    <Card flush>
      <CardHead
        inset
        title="进行中"
        tail={<MoreLink text={more} label={`进行中的穿线，${more}`} onPress={() => goTo(myThreadingPath())} />}
      />
      <View {...semantics({ role: 'list', label: '进行中的穿线' })}>
        {jobs.slice(0, MOST_SHOWN).map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </View>
    </Card>
  )
}

function Job({ job }: { job: StringingOrderSummary }) {
  const tag = stringingTag(job)
  const step = nextStep(job)
  return (
    <View className={styles.job} {...semantics({ role: 'listitem' })}>
      <Cell
        icon="racket"
        title={job.racketName}
        note={step}
        value={<Tag kind={tag.kind}>{tag.text}</Tag>}
        label={`${job.racketName}，${tag.text}，${step}`}
        onPress={() => goTo(threadingOrderPath(job.id))}
      />
    </View>
  )
}
