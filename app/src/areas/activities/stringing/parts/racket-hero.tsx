import type { Racket } from '@paidang/api/areas/stringing'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { racketPath, racketsPath, threadingOrderPath, threadingProductsPath } from '../../../../paths'
import { goTo, goToLogin } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { Button } from '../../../../ui/button'
import { Dot } from '../../../../ui/dot'
import { HeroGround } from '../../../../ui/hero-ground'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { useRackets, useRunningJobs } from '../racket-data'
import { RacketDrawing } from './racket-drawing'
import styles from './racket-hero.module.scss'
import { heroRacket, racketName, wearSentence } from './racket-labels'

/** The racket at the head of the tab: the state of its strings, and a button to restring it. */
export function RacketHero() {
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
      <View className={styles.hero}>
        <View className={styles.words}>
          <View className={styles.eyebrow}>{eyebrow}</View>
          <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
            {title}
          </View>
          <View className={styles.ways}>{children}</View>
        </View>
        <RacketDrawing size={64} ground="court" />
      </View>
    </HeroGround>
  )
}
