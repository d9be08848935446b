import type { Feature } from '@paidang/domain/kernel/features'
import { View } from '@tarojs/components'
import {
  accountPath,
  addrsPath,
  blacklistPath,
  calendarPath,
  coachesPath,
  commonCoursesPath,
  companyPath,
  contractPath,
  dayBoardPath,
  homePath,
  locksPath,
  messagePath,
  myBallPath,
  myBookingPath,
  myThreadingPath,
  productsPath,
  racketsPath,
  recordsPath,
  registPath,
  schedulePath,
  searchPath,
  shopOrdersPath,
  storeCardPath,
  studentsPath,
  userInfoPath,
  vacanciesPath,
  venuesPath,
} from '../../../../paths'
import { goTo, goToLogin, replaceWith } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Icon, type IconName } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { useHasOrdered } from '../../../activities/shop/shop-order-data'
import { useReceivedTrials } from '../../../activities/trial-lessons/trial-lessons-data'
import { useFeatures } from '../../../ground/features/features-data'
import { shownUnread, useUnreadCounts } from '../../../ground/messages/messages-data'
import { useCards } from '../../../money/cards/cards-data'
import { chooseIdentity, useIdentity, useIsCoach, useIsNewCoach } from '../../../people/auth/identity'
import { useWaitingClasses } from '../../home/home-data'
import styles from '../my-view.module.scss'

type Entry = { key: string; icon: IconName; text: string; path: string; count?: number }

/** What an account brings: what a guest reads instead of the links to own things. */
const BRINGS: readonly { icon: IconName; title: string; note: string }[] = [
  { icon: 'calendar', title: '约课', note: '先约一节体验课，之后点时间就能约自己的教练' },
  { icon: 'document', title: '课时与合同', note: '买了多少、用了多少、还剩多少，一笔一笔看得清' },
  { icon: 'ball', title: '球局', note: '报名、候补、分摊费用，开场前提醒' },
  { icon: 'racket', title: '球拍与穿线', note: '记住每把拍的磅数，到店一句“照旧”' },
]

/** 登录后可以, and the log-in. */
export function AccountBrings() {
  return (
    <Card>
      <CardHead title="登录后可以" />
      {BRINGS.map(({ icon, title, note }) => (
        <View key={title} className="row-12 mt-12">
          <View className={classNames(styles.tile, 'centre brand keep')}>
            <Icon name={icon} size={22} />
          </View>
          <View className="grow">
            <View className="t-strong">{title}</View>
            <View className="t-caption muted">{note}</View>
          </View>
        </View>
      ))}
      <View className="wrap-12 mt-16">
        <Button onPress={() => goToLogin()}>登录或注册</Button>
        <Button kind="plain" onPress={() => goTo(coachesPath())}>
          先看看教练
        </Button>
      </View>
    </Card>
  )
}

/** The main links of 我的, by identity. */
export function Entries() {
  const identity = useIdentity()
  const { asPlayer, forCoach } = useWaitingClasses()
  const { data: trials = [] } = useReceivedTrials()
  const entries: Record<typeof identity, Entry[]> = {
    player: [
      { key: 'classes', icon: 'calendar', text: '我的约课', path: myBookingPath(), count: asPlayer.length },
      { key: 'balls', icon: 'ball', text: '我的球局', path: myBallPath() },
      { key: 'stringing', icon: 'racket', text: '我的穿线', path: myThreadingPath() },
      { key: 'contracts', icon: 'document', text: '合同课时', path: contractPath() },
    ],
    coach: [
      { key: 'day', icon: 'calendar', text: '日程', path: dayBoardPath(), count: forCoach.length },
      { key: 'students', icon: 'person', text: '学员', path: studentsPath(), count: trials.length },
      { key: 'courses', icon: 'document', text: '课程', path: companyPath() },
      { key: 'venues', icon: 'venue', text: '场馆', path: venuesPath() },
    ],
  }
  return (
    <Card className={styles.entries}>
      {entries[identity].map(({ key, icon, text, path, count }) => (
        <View
          key={key}
          className={styles.entry}
          hoverClass={styles.entryPressed}
          {...pressable({
            label: count ? `${text}，${count} 条待处理` : text,
            onPress: () => goTo(path),
          })}
        >
          <View className={classNames(styles.tile, 'centre brand')}>
            <Icon name={icon} size={22} />
            {count ? (
              <View className={styles.badge} {...semantics({ hidden: true })}>
                {count}
              </View>
            ) : null}
          </View>
          {text}
        </View>
      ))}
    </Card>
  )
}

/**
 * `keeps`: the link stays for users with existing data, even if the deployment lacks the feature. `isOpen`: also
 * useful without a log-in.
 */
type Way = {
  icon: IconName
  title: string
  path: string
  needs?: Feature
  keeps?: 'cards' | 'orders'
  isOpen?: true
}

/** The reference pages of a coach. */
const OF_COACH: readonly Way[] = [
  { icon: 'document', title: '约课记录', path: recordsPath() },
  { icon: 'calendar', title: '排期', path: schedulePath() },
  { icon: 'lock', title: '不可约时段', path: locksPath() },
]
const OF_ALL: readonly Way[] = [
  { icon: 'calendar', title: '日历', path: calendarPath() },
  { icon: 'card', title: '储值卡流水', path: storeCardPath(), needs: 'cards', keeps: 'cards' },
]
/** The links of a player to learning, playing and shopping. */
const OF_PLAYER: readonly (readonly Way[])[] = [
  [
    { icon: 'search', title: '找教练、场馆和球局', path: searchPath(), isOpen: true },
    { icon: 'clock', title: '空位提醒', path: vacanciesPath() },
    { icon: 'document', title: '通用课程', path: commonCoursesPath(), isOpen: true },
    { icon: 'racket', title: '我的球拍', path: racketsPath() },
  ],
  [
    { icon: 'cart', title: '商城', path: productsPath(), needs: 'shop', isOpen: true },
    { icon: 'parcel', title: '我的订单', path: shopOrdersPath(), needs: 'shop', keeps: 'orders' },
    { icon: 'pin', title: '收货地址', path: addrsPath() },
  ],
]

/** The links to public profile and account. */
const OF_PERSON: readonly Way[] = [
  { icon: 'person', title: '资料与球员名片', path: userInfoPath() },
  { icon: 'block', title: '黑名单', path: blacklistPath() },
  { icon: 'settings', title: '账号与安全', path: accountPath() },
]
const TO_BE_COACH: Way = { icon: 'verified', title: '申请成为教练', path: registPath('coach') }

/** The links that need no log-in. */
export function OpenWays() {
  const { data: features } = useFeatures()
  const ways = OF_PLAYER.flat().filter(({ isOpen, needs }) => isOpen && (!needs || features?.[needs]))
  return (
    <Card flush>
      {ways.map(({ icon, title, path }) => (
        <Cell key={title} icon={icon} title={title} onPress={() => goTo(path)} />
      ))}
    </Card>
  )
}

/**
 * The secondary links of 我的. Messages, calendar, cards and account are for everybody. The others depend on the
 * identity.
 */
export function WayCells() {
  const isCoach = useIdentity() === 'coach'
  const canBecomeCoach = !useIsCoach()
  const unread = useUnreadCounts().data?.all ?? 0
  const { data: features, isPending } = useFeatures()
  const kept = {
    cards: (useCards({ isEnabled: !features?.cards }).data ?? []).length > 0,
    orders: useHasOrdered({ isEnabled: !features?.shop }),
  }
  const cellOf = ({ icon, title, path, needs, keeps }: Way) => {
    if (needs === undefined || features?.[needs] || (keeps && kept[keeps]))
      return <Cell key={title} icon={icon} title={title} onPress={() => goTo(path)} />
    // The place of what may still come is empty until it is known, so that nothing moves under the finger.
    return (
      isPending && (
        <View key={title} style={{ visibility: 'hidden' }}>
          <Cell icon={icon} title="　" />
        </View>
      )
    )
  }
  return (
    <>
      <Card flush>
        {isCoach && OF_COACH.map(cellOf)}
        <Cell
          icon="message"
          title="消息"
          value={
            unread > 0 ? (
              <Tag kind="bad" icon={null}>
                {`${shownUnread(unread)} 条未读`}
              </Tag>
            ) : undefined
          }
          label={unread > 0 ? `消息，${shownUnread(unread)} 条未读` : '消息'}
          onPress={() => goTo(messagePath())}
        />
        {OF_ALL.map(cellOf)}
      </Card>
      {!isCoach &&
        OF_PLAYER.map((ways) => (
          <Card key={ways[0]?.title} flush>
            {ways.map(cellOf)}
          </Card>
        ))}
      <Card flush>
        {OF_PERSON.map(cellOf)}
        {canBecomeCoach && cellOf(TO_BE_COACH)}
      </Card>
    </>
  )
}

/** Leads a new coach to the coach's side, once; then they know the switch above. */
export function NewCoachNotice() {
  const isNew = useIsNewCoach()
  if (!isNew) return null
  const open = () => {
    chooseIdentity('coach')
    replaceWith(homePath())
  }
  return (
    <Card flush>
      <Cell icon="verified" title="你已是教练" note="切换到教练，管理日程、学员和场馆" onPress={open} />
    </Card>
  )
}
