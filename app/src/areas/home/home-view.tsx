import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage } from '@tarojs/taro'
import { homePath } from '../../paths'
import { useSession, useUserId } from '../../platform/session'
import { Ball } from '../../ui/ball'
import { Page } from '../../ui/page'
import { withPicture } from '../sharing/share-messages'
import { useSharePage } from '../sharing/sharing-data'
import { useFreshOnShow } from './fresh-on-show'
import { HOME_KEYS, useReloadHome } from './home-data'
import styles from './home-view.module.scss'
import { AdvertCards } from './parts/advert-card'
import { AdvertCarousel } from './parts/advert-carousel'
import { BallRecords } from './parts/ball-records'
import { greeting } from './parts/greeting'
import { NearbyBalls } from './parts/nearby-balls'
import { SearchEntry } from './parts/search-entry'
import { Today } from './parts/today'
import { UsualCourses } from './parts/usual-courses'
import { WaitingNotices } from './parts/waiting-notice'

/** The first page: what waits, what one books again, what is today, where one could play, and where one did. */
export function HomeView() {
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
      <WaitingNotices />
      <UsualCourses />
      <Today />
      <NearbyBalls />
      <BallRecords />
      <AdvertCards />
      <View className={styles.foot} />
    </Page>
  )
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
