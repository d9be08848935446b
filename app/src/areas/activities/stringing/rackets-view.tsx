import type { Racket } from '@paidang/api/areas/activities/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { MAX_RACKETS } from '@paidang/domain/areas/activities/stringing/racket'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { racketPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { RacketDrawing } from './parts/racket-drawing'
import { racketFacts, racketName, wearSentence } from './parts/racket-labels'
import { WearBar } from './parts/wear-bar'
import { useRackets } from './racket-data'
import styles from './rackets-view.module.scss'

/** 我的球拍: each with the state of its strings. */
export function RacketsView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="我的球拍">{isLoggedIn ? <Rackets /> : <SignedOut />}</Page>
}

function Rackets() {
  const { data, cause, isPending, isFetching, refetch } = useRackets()
  const showsSkeleton = useSkeleton(isPending)
  usePullDownRefresh(async () => {
    const { error } = await refetch()
    if (error) showFailed(outcomes.listRackets, error)
    Taro.stopPullDownRefresh()
  })
  if (showsSkeleton) return <RacketsSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="球拍没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  const add = () => goTo(racketPath())
  if (data.length === 0) {
    return (
      <Empty
        title="还没有球拍"
        line="记下球拍，每次穿线和打球都会算进去，到时提醒换线"
        action={{ text: '添加第一支球拍', onPress: add }}
      />
    )
  }
  return (
    <>
      <RefreshBar on={isFetching} />
      <CardStack list="我的球拍" className="fill">
        {data.map((racket) => (
          <View key={racket.id} {...semantics({ role: 'listitem' })}>
            <RacketCard racket={racket} />
          </View>
        ))}
      </CardStack>
      <ActionBar
        actions={
          <Button full disabled={data.length >= MAX_RACKETS} reason={errors.rackets_too_many.message} onPress={add}>
            添加球拍
          </Button>
        }
      />
    </>
  )
}

function RacketsSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={148} radius={16} />
        <Skeleton height={148} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

/** A racket with the state of its strings. A press opens it. */
function RacketCard({ racket }: { racket: Racket }) {
  const { id, isMain, jobCount, wear } = racket
  const name = racketName(racket)
  return (
    <Card
      onPress={() => goTo(racketPath(id))}
      label={[name, isMain ? '主拍' : '', wearSentence(wear)].filter(Boolean).join('，')}
    >
      <View className="row-12">
        <RacketDrawing />
        <View className="grow">
          <View className={styles.head}>
            <View className="t-headline">{name}</View>
            {isMain && <Tag kind="lime">主拍</Tag>}
            {jobCount > 0 && <Tag kind="brand">{`穿过 ${jobCount} 次`}</Tag>}
          </View>
          <View className="wrap-0 t-sub muted">
            <WrappedFacts>{racketFacts(racket)}</WrappedFacts>
          </View>
        </View>
        <Icon name="chevron-right" size={16} className="faint" />
      </View>
      <View className={classNames(styles.wear, 'mt-12 pt-10')}>
        <WearBar wear={wear} />
      </View>
    </Card>
  )
}
