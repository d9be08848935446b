import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage } from '@tarojs/taro'
import { homePath } from '../../../paths'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { useSession, useUserId } from '../../../platform/session'
import { Ball } from '../../../ui/ball'
import { Page } from '../../../ui/page'
import { Settled } from '../../../ui/settled'
import { useUsualCourses } from '../../activities/booking/usual-course-data'
import { useUnfinishedClasses } from '../../activities/classes/unfinished-data'
import { withPicture } from '../../ground/sharing/share-messages'
import { useSharePage } from '../../ground/sharing/sharing-data'
import { HOME_KEYS, useHomeOpening, useReloadHome } from './home-data'
import styles from './home-view.module.scss'
import { useBallsOfToday } from './own-balls-data'
import { useClassesOfToday, useWaitingClasses } from './own-classes-data'
import { AdvertCards } from './parts/advert-card'
import { AdvertCarousel } from './parts/advert-carousel'
import { BallRecords } from './parts/ball-records'
import { greeting } from './parts/greeting'
import { HomeSkeleton } from './parts/home-skeleton'
import { NearbyBalls } from './parts/nearby-balls'
import { SearchEntry } from './parts/search-entry'
import { Today } from './parts/today'
import { UsualCourses } from './parts/usual-courses'
import { WaitingNotices } from './parts/waiting-notice'

/** The first page: waiting items, usual courses, today's entries, games nearby, and past games. */
export function HomeView() {
  useHomeOpening()
  const reload = useReloadHome()
  useFreshOnShow(HOME_KEYS)
  usePullDownRefresh(() => {
    reload().finally(() => Taro.stopPullDownRefresh())
  })
  const { find } = useSharePage({ kind: 'home' })
  const isGuest = useUserId() === null
  const message = { title: '约课、约球、穿线，一个拍档', path: homePath() }
  useShareAppMessage(() => withPicture(message, isGuest ? undefined : find))
  return (
    <Page title="首页" tab lead={<Greeting />}>
      <SearchEntry />
      <AdvertCarousel />
      <Settled pending={useIsUnsettled()} skeleton={<HomeSkeleton />}>
        <WaitingNotices />
        <UsualCourses />
        <Today />
        <NearbyBalls />
        <BallRecords />
        <AdvertCards />
      </Settled>
      <View className={styles.foot} />
    </Page>
  )
}

/** Whether a block above others is still loading, so that its height is unknown. */
function useIsUnsettled(): boolean {
  const waiting = useWaitingClasses()
  const blocks = [waiting, useUnfinishedClasses(), useUsualCourses(), useClassesOfToday(), useBallsOfToday()]
  return blocks.some(({ isLoading }) => isLoading)
}

function Greeting() {
  const nickname = useSession((session) => session.userInfo?.nickname)
  return (
    <View className={styles.greeting}>
      <Ball size={28} />
      <View className={styles.words}>{greeting(new Date(), nickname)}</View>
    </View>
  )
}
