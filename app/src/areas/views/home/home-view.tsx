import type { Advert } from '@paidang/api/areas/views/home'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { advertRoute } from '@paidang/domain/areas/views/home/advert-target'
import { Image, View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage } from '@tarojs/taro'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { ballDetailPath, bookingBallPath, coachesPath, homePath, myBallPath, searchPath } from '../../../paths'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { pictureAddress } from '../../../platform/picture-address'
import { useSession, useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Ball } from '../../../ui/ball'
import { Card, CardStack, SectionHead } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { pressable, semantics } from '../../../ui/semantics'
import { Settled } from '../../../ui/settled'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { BallCard } from '../../activities/balls/ball-card'
import { useNearbyBalls } from '../../activities/balls/ball-data'
import { useMyCoaches } from '../../activities/booking/coaches-data'
import { useUsualCourses } from '../../activities/booking/usual-course-data'
import { useUnfinishedClasses } from '../../activities/classes/unfinished-data'
import { WaitingClaims } from '../../activities/roster/claim-card'
import { useReceivedTrials } from '../../activities/trial-lessons/trial-lessons-data'
import { useSharePage, withPicture } from '../../ground/sharing/sharing-data'
import { useIdentity, useIsCoach } from '../../people/auth/identity'
import { CoachHome } from '../coach-home/coach-home'
import { FewCoaches } from '../coach-pages/coach-list'
import {
  HOME_KEYS,
  openAdvert,
  useBallRecords,
  useBallsOfToday,
  useClassesOfToday,
  useHomeAdverts,
  useHomeOpening,
  useReloadHome,
  useSeenAdverts,
  useWaitingClasses,
} from './home-data'
import { greeting } from './home-labels'
import styles from './home-view.module.scss'
import { AdvertCarousel } from './parts/advert-carousel'
import { Today, TodaySkeleton } from './parts/today'
import { UsualCourses, UsualCoursesSkeleton } from './parts/usual-courses'
import { WaitingNotices } from './parts/waiting-notice'

/** The first page: for a coach the next class and what waits, for everybody else what a player needs. */
export function HomeView() {
  const identity = useIdentity()
  const { find } = useSharePage({ kind: 'home' })
  const isGuest = useUserId() === null
  const message = { title: '约课、约球、穿线，一个拍档', path: homePath() }
  useShareAppMessage(() => withPicture(message, isGuest ? undefined : find))
  return (
    <Page title="首页" tab lead={<Greeting />}>
      {identity === 'coach' ? <CoachHome /> : <PlayerHome />}
      <View className={styles.foot} />
    </Page>
  )
}

/** Waiting items, usual courses, today's entries, games nearby, and past games. */
function PlayerHome() {
  useHomeOpening()
  const reload = useReloadHome()
  useFreshOnShow(HOME_KEYS)
  usePullDownRefresh(() => {
    reload().finally(() => Taro.stopPullDownRefresh())
  })
  const isUnsettled = useIsUnsettled()
  // WeChat paints in a thread of its own, which drawing more does not hold up.
  const [isPictured, setIsPictured] = useState(process.env.TARO_ENV === 'weapp')
  const onPicture = useCallback(() => setIsPictured(true), [])
  const isDrawn = useIsDrawn(!isUnsettled, isPictured)
  return (
    <>
      <SearchEntry />
      <AdvertCarousel onPicture={onPicture} />
      <Settled pending={isUnsettled} skeleton={<HomeSkeleton />}>
        <WaitingNotices />
        <OwnClaims />
        <FirstLesson />
        <UsualCourses />
        <Today />
        {isDrawn && (
          <>
            <NearbyBalls />
            <BallRecords />
            <AdvertCards />
          </>
        )}
      </Settled>
    </>
  )
}

/** How long (ms) what lies below the first screen waits for the picture on top. */
const PICTURE_MS = 500

/** Whether the first screen has been painted with its data and its picture. What lies below it would hold that up. */
function useIsDrawn(isSettled: boolean, isPictured: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isSettled || isPictured) return
    const timer = setTimeout(() => setIsLate(true), PICTURE_MS)
    return () => clearTimeout(timer)
  }, [isSettled, isPictured])
  const isReady = isSettled && (isPictured || isLate)
  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout>
    // The frame is painted after its callbacks, and before the timer.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setIsDrawn(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isReady])
  return isDrawn
}

/** Whether a block above others is still loading, so that its height is unknown. */
function useIsUnsettled(): boolean {
  const waiting = useWaitingClasses()
  const forCoach = [useUnfinishedClasses(), useReceivedTrials()]
  const blocks = [waiting, ...forCoach, useUsualCourses(), useClassesOfToday(), useBallsOfToday()]
  return blocks.some(({ isLoading }) => isLoading)
}

function Greeting() {
  const nickname = useSession((session) => session.userInfo?.nickname)
  const now = useMinute()
  return (
    <View className="row-8">
      <Ball size={28} />
      <View className={classNames(styles.greeting, 'shrinks t-headline')}>{greeting(now, nickname)}</View>
    </View>
  )
}

/** Hours that a club registered under the reader's proved number. Nobody has to look for them in 我的. */
function OwnClaims() {
  const isGuest = useUserId() === null
  if (isGuest) return null
  return (
    <View className={styles.claims}>
      <WaitingClaims />
    </View>
  )
}

const COACHES_SHOWN = 3

const leadText = (hasTrial: boolean) => `选一位教练，${hasTrial ? '先约一节体验课，或' : ''}申请成为学员`

/** 第一节课: for a guest and a player without a coach, how to come to one, and some coaches. */
function FirstLesson() {
  const isGuest = useUserId() === null
  const { data: coaches } = useMyCoaches()
  const isCoach = useIsCoach()
  if (isCoach || (!isGuest && coaches?.length !== 0)) return null
  return (
    <View>
      <SectionHead title="第一节课" more={{ text: '更多教练', onPress: () => goTo(coachesPath()) }} />
      <View className="in-0-0">
        <FewCoaches size={COACHES_SHOWN} trialFirst lead={leadText} />
      </View>
    </View>
  )
}

/** Looks like the field of the page that it opens. */
function SearchEntry() {
  return (
    <View
      className={classNames(styles.entry, 'row-8 t-body faint')}
      {...pressable({ role: 'link', onPress: () => goTo(searchPath()) })}
    >
      <Icon name="search" size={18} className="muted" />
      找教练、场馆、球局
    </View>
  )
}

/** 附近球局: the next few public games. */
function NearbyBalls() {
  return (
    <View>
      <SectionHead title="附近球局" more={{ text: '更多', onPress: () => goTo(bookingBallPath()) }} />
      <View className="in-0-0">
        <NearbyList />
      </View>
    </View>
  )
}

function NearbyList() {
  const balls = useNearbyBalls()
  const showsSkeleton = useSkeleton(balls.isPending)
  if (showsSkeleton) return <NearbySkeleton />
  if (!balls.data) {
    if (!balls.error) return null
    return (
      <Card>
        <ErrorBlock
          title="球局没有取到"
          cause={failureText(outcomes.listBallRecords, balls.error)}
          busy={balls.isFetching}
          onRetry={() => balls.refetch()}
          compact
        />
      </Card>
    )
  }
  if (balls.data.length === 0) {
    return (
      <Card>
        <View className="t-body muted">附近还没有球局</View>
      </Card>
    )
  }
  return (
    <View className={styles.list} {...semantics({ role: 'list', label: '附近球局' })}>
      {balls.data.map((ball) => (
        <View key={ball.id} {...semantics({ role: 'listitem' })}>
          <BallCard ball={ball} short onPress={() => goTo(ballDetailPath(ball.id))} />
        </View>
      ))}
    </View>
  )
}

function NearbySkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.list}>
        {['first', 'second'].map((key) => (
          <Card key={key}>
            <View className={styles.boxes}>
              <Skeleton width={160} height={18} />
              <Skeleton width={230} />
              <Skeleton width={110} height={28} radius={14} />
            </View>
          </Card>
        ))}
      </View>
    </SkeletonGroup>
  )
}

/** The group of games that are over, as named in the list of own games. */
const OVER = '2'

/** 球局记录: the user's last games; absent before the first one. */
function BallRecords() {
  const { data, error, isFetching, refetch } = useBallRecords()
  if (data === undefined ? error === null : data.length === 0) return null
  return (
    <View>
      <SectionHead title="球局记录" more={{ text: '全部', onPress: () => goTo(myBallPath(OVER)) }} />
      <View className="in-0-0">
        {data ? (
          <View className={styles.list} {...semantics({ role: 'list', label: '球局记录' })}>
            {data.map((ball) => (
              <View key={ball.id} {...semantics({ role: 'listitem' })}>
                <BallCard ball={ball} short onPress={() => goTo(ballDetailPath(ball.id))} />
              </View>
            ))}
          </View>
        ) : (
          <Card>
            <ErrorBlock
              title="球局记录没有取到"
              cause={failureText(outcomes.listBallRecords, error)}
              busy={isFetching}
              onRetry={refetch}
              compact
            />
          </Card>
        )}
      </View>
    </View>
  )
}

const NO_ADVERTS: Advert[] = []

/** The adverts in the body of the page, one slim card each. Like those at the top, they are left out when they fail. */
function AdvertCards() {
  const { data: adverts = NO_ADVERTS } = useHomeAdverts()
  useSeenAdverts(adverts)
  if (adverts.length === 0) return null
  return (
    <CardStack>
      {adverts.map((advert) => (
        <AdvertCard key={advert.id} advert={advert} />
      ))}
    </CardStack>
  )
}

function AdvertCard({ advert }: { advert: Advert }) {
  const { label, title, subtitle, image, target, club } = advert
  const route = advertRoute(target)
  const [broken, setBroken] = useState(false)
  return (
    <Card onPress={route ? () => openAdvert(advert, route) : undefined} label={`${title}，${subtitle}`}>
      <View className="row-12">
        {image && !broken && (
          <Image
            className={styles.image}
            src={pictureAddress(image)}
            mode="aspectFill"
            onError={() => setBroken(true)}
          />
        )}
        <View className="grow">
          <View className={styles.title}>
            {label !== '' && <Tag kind="brand">{label}</Tag>}
            <View className="shrinks t-strong one-line">{title}</View>
          </View>
          {(subtitle !== '' || club) && (
            <View className="t-caption muted one-line">{[subtitle, club].filter(Boolean).join(' · ')}</View>
          )}
        </View>
        {route && <Icon name="chevron-right" size={16} className="faint" />}
      </View>
    </Card>
  )
}

/** The skeleton of usual courses and today's entries, with their headings. Notices may push either block down. */
function HomeSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.head}>
        <Skeleton width={96} height={24} />
      </View>
      <UsualCoursesSkeleton />
      <View className={styles.head}>
        <Skeleton width={96} height={24} />
      </View>
      <TodaySkeleton />
    </SkeletonGroup>
  )
}
