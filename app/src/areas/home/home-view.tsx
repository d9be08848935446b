import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage } from '@tarojs/taro'
import { homePath } from '../../paths'
import { useSession } from '../../platform/session'
import { Ball } from '../../ui/ball'
import { Page } from '../../ui/page'
import { useFreshOnShow } from './fresh-on-show'
import { HOME_KEYS, useReloadHome } from './home-data'
import styles from './home-view.module.scss'
import { AdvertCards } from './parts/advert-card'
import { AdvertCarousel } from './parts/advert-carousel'
import { ClassesOfToday } from './parts/classes-of-today'
import { greeting } from './parts/greeting'
import { NearbyBalls } from './parts/nearby-balls'
import { UsualCourses } from './parts/usual-courses'
import { WaitingNotices } from './parts/waiting-notice'

/** The first page: what waits, what one books again, what is today, and where one could play. */
export function HomeView() {
  const reload = useReloadHome()
  useFreshOnShow(HOME_KEYS)
  usePullDownRefresh(() => {
    reload().finally(() => Taro.stopPullDownRefresh())
  })
  useShareAppMessage(() => ({ title: '约课、约球、穿线，一个拍档', path: homePath() }))
  return (
    <Page title="首页" tab lead={<Greeting />}>
      <AdvertCarousel />
      <WaitingNotices />
      <UsualCourses />
      <ClassesOfToday />
      <NearbyBalls />
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
