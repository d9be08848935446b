import type { PlayerView } from '@paidang/api/areas/people/profile'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import app from '../../../../package.json'
import { agreementPath, registPath, userCardPath, userInfoPath } from '../../../paths'
import { CARDS_KEY, OWN_CLASSES_KEY, PROFILE_KEY, REGISTRATION_KEY, UNREAD_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useSession, useUserId } from '../../../platform/session'
import { chooseTheme, THEMES, useTheme } from '../../../platform/theme'
import { failureText } from '../../../platform/toast'
import { Avatar } from '../../../ui/avatar'
import { Ball } from '../../../ui/ball'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Facts } from '../../../ui/dot'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { pressable, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Tag } from '../../../ui/tag'
import { ClaimCard } from '../../activities/roster/claim-card'
import { Wallet } from '../../money/cards/wallet'
import { chooseIdentity, useIdentity, useIsCoach } from '../../people/auth/identity'
import { useLogOut } from '../../people/auth/session-data'
import { levelText } from '../../people/profile/level-scale'
import { useOwnProfile } from '../../people/profile/player-data'
import { useRegistInfo } from '../../people/registration/registration-data'
import styles from './my-view.module.scss'
import { AccountBrings, Entries, NewCoachNotice, OpenWays, WayCells } from './parts/entries'

const IDENTITIES = [
  { key: 'player', text: '球员' },
  { key: 'coach', text: '教练' },
] as const

const KEYS = [PROFILE_KEY, OWN_CLASSES_KEY, UNREAD_KEY, CARDS_KEY, REGISTRATION_KEY]

/** 我的: the user's profile, waiting items, and settings. A coach is a player too and chooses the identity here. */
export function MyView() {
  const isCoach = useIsCoach()
  const isGuest = useUserId() === null
  useFreshOnShow(KEYS)
  return (
    <Page title="我的" tab hero={<ProfileHero />} lead={isCoach ? <IdentitySwitch /> : undefined}>
      <View className={styles.body}>
        <CardStack>
          {isGuest ? (
            <>
              <AccountBrings />
              <OpenWays />
            </>
          ) : (
            <>
              <NewCoachNotice />
              <Wallet />
              <ClaimCard />
              <RegistNotice />
              <Entries />
              <WayCells />
            </>
          )}
          <Settings />
        </CardStack>
      </View>
    </Page>
  )
}

function IdentitySwitch() {
  const identity = useIdentity()
  return <Segmented items={IDENTITIES} value={identity} onChange={chooseIdentity} label="身份" tone="hero" />
}

/** Placeholder for a number that is not known yet. */
const UNKNOWN = '—'

/** The head of 我的: the user's profile and statistics; for a guest the log-in. */
function ProfileHero() {
  const userInfo = useSession((session) => session.userInfo)
  if (!userInfo) return <GuestHero />
  return <OwnHero userId={userInfo.userId} nickname={userInfo.nickname} avatar={userInfo.avatar} />
}

function GuestHero() {
  return (
    <View className={styles.hero}>
      <View className={styles.person}>
        <Ball size={48} />
        <View className="words">
          <View className="t-title-1 one-line">还没有登录</View>
          <View className={styles.hint}>登录后查看约课、合同与课时</View>
        </View>
        <Button kind="lime" size="m" onPress={() => goToLogin()}>
          登录
        </Button>
      </View>
    </View>
  )
}

type Person = { userId: string; nickname: string; avatar: string | null }

/** Name and picture are known from the log-in; the rest is loaded later. */
function OwnHero({ userId, nickname, avatar }: Person) {
  const { data: player, error, isFetching, refetch } = useOwnProfile()
  return (
    <View className={styles.hero}>
      <View className={styles.person}>
        <View
          className={styles.self}
          hoverClass={styles.pressed}
          {...pressable({ label: `${player?.nickname ?? nickname}，编辑资料`, onPress: () => goTo(userInfoPath()) })}
        >
          <Avatar id={userId} src={player ? player.avatar : avatar} size={64} />
          <View className="words">
            <View className="t-title-1 one-line">{player?.nickname ?? nickname}</View>
            {player && <ProfileTags player={player} />}
          </View>
        </View>
        <View
          className={classNames(styles.card, 'col-2 keep t-caption')}
          hoverClass={styles.pressed}
          {...pressable({ label: '我的名片', onPress: () => goTo(userCardPath()) })}
        >
          <Icon name="code" size={24} />
          名片
        </View>
      </View>
      <View className={styles.numbers}>
        <Count name="上课" count={player?.classesCount} />
        <Count name="球局" count={player?.ballsCount} />
        <Count name="获赞" count={player?.likesCount} />
      </View>
      {error && !player && (
        <View
          className={classNames(styles.failure, 'centre t-caption')}
          {...pressable({ onPress: () => refetch(), busy: isFetching })}
        >
          <Facts>
            {failureText(outcomes.readUser, error)}
            重试
          </Facts>
        </View>
      )}
    </View>
  )
}

function ProfileTags({ player }: { player: PlayerView }) {
  const hand = handText(player)
  return (
    <View className="chips-4 mt-4">
      {!player.levelIsUnsaid && <Tag kind="lime">{levelText(player)}</Tag>}
      {hand !== '' && <Tag kind="veil">{hand}</Tag>}
      {player.verified === 1 && (
        <Tag kind="veil" icon="verified">
          已认证
        </Tag>
      )}
    </View>
  )
}

function Count({ name, count }: { name: string; count: number | undefined }) {
  return (
    <View className="fill t-centre">
      <View className={styles.number}>{count ?? UNKNOWN}</View>
      <View className={styles.countName}>{name}</View>
    </View>
  )
}

type Hand = Pick<PlayerView, 'handedness' | 'handIsUnsaid' | 'backhandStyle' | 'backhandIsUnsaid'>

/** What the user said of handedness and backhand in one word, 右手双反. Source: specification §3 "Handedness". */
export function handText({ handedness, handIsUnsaid, backhandStyle, backhandIsUnsaid }: Hand): string {
  const hand = handedness === 0 ? '右手' : '左手'
  const backhand = backhandStyle === 'double' ? '双反' : '单反'
  return (handIsUnsaid ? '' : hand) + (backhandIsUnsaid ? '' : backhand)
}

/** Reminds a user without a registration as a player. Shows nothing while that is unknown. */
function RegistNotice() {
  const isLoggedIn = useUserId() !== null
  const { data } = useRegistInfo()
  if (!isLoggedIn || !data || data.isRegistered) return null
  return (
    <Card flush>
      <Cell
        icon="star"
        title="完善球员资料"
        note="称呼和常打的球，教练和球友据此认识你"
        onPress={() => goTo(registPath('player'))}
      />
    </Card>
  )
}

/** Theme, agreements, version, and log-out. */
function Settings() {
  const theme = useTheme((state) => state.theme)
  const [choosesTheme, setChoosesTheme] = useState(false)
  return (
    <>
      <Card flush>
        <Cell
          icon="settings"
          title="主题"
          value={THEMES.find(({ key }) => key === theme)?.text}
          onPress={() => setChoosesTheme(true)}
        />
        <Cell icon="document" title="用户协议" onPress={() => goTo(agreementPath('terms'))} />
        <Cell icon="lock" title="隐私政策" onPress={() => goTo(agreementPath('privacy'))} />
        <Cell icon="info" title="版本" value={app.version} />
      </Card>
      <LogOut />
      <Sheet open={choosesTheme} onClose={() => setChoosesTheme(false)} title="主题">
        <View {...semantics({ role: 'radiogroup', label: '主题' })}>
          {THEMES.map(({ key, text }) => (
            <Cell
              key={key}
              title={text}
              chosen={key === theme}
              onPress={() => {
                chooseTheme(key)
                setChoosesTheme(false)
              }}
            />
          ))}
        </View>
      </Sheet>
    </>
  )
}

/** Asks first, because logging in again needs the password. */
function LogOut() {
  const userId = useUserId()
  const logOut = useLogOut()
  if (!userId) return null
  const leave = async () => {
    const yes = await confirm({
      title: '退出登录？',
      line: '再次使用需要重新登录，课程和课时不受影响',
      confirmText: '退出登录',
      danger: true,
    })
    if (yes) logOut.act()
  }
  return (
    <Card flush>
      <Cell title="退出登录" danger plain disabled={logOut.isPending} onPress={leave} />
    </Card>
  )
}
