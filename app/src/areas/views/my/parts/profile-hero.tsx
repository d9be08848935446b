import type { PlayerView } from '@paidang/api/areas/profile'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { userCardPath, userInfoPath } from '../../../../paths'
import { goTo, goToLogin } from '../../../../platform/navigate'
import { useSession } from '../../../../platform/session'
import { failureText } from '../../../../platform/toast'
import { Avatar } from '../../../../ui/avatar'
import { Ball } from '../../../../ui/ball'
import { Button } from '../../../../ui/button'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { useOwnProfile } from '../../../people/profile/player-data'
import styles from './profile-hero.module.scss'
import { handText, levelText } from './profile-labels'

/** Placeholder for a number that is not known yet. */
const UNKNOWN = '—'

/** The head of 我的: the user's profile and statistics; for a guest the log-in. */
export function ProfileHero() {
  const userInfo = useSession((session) => session.userInfo)
  if (!userInfo) return <GuestHero />
  return <OwnHero userId={userInfo.userId} nickname={userInfo.nickname} avatar={userInfo.avatar} />
}

function GuestHero() {
  return (
    <View className={styles.hero}>
      <View className={styles.person}>
        <Ball size={48} />
        <View className={styles.words}>
          <View className={styles.name}>还没有登录</View>
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
          <View className={styles.words}>
            <View className={styles.name}>{player?.nickname ?? nickname}</View>
            {player && <ProfileTags player={player} />}
          </View>
        </View>
        <View
          className={styles.card}
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
        <View className={styles.failure} {...pressable({ onPress: () => refetch(), busy: isFetching })}>
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
  return (
    <View className={styles.tags}>
      <Tag kind="lime">{levelText(player.level)}</Tag>
      <Tag kind="veil">{handText(player)}</Tag>
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
    <View className={styles.count}>
      <View className={styles.number}>{count ?? UNKNOWN}</View>
      <View className={styles.countName}>{name}</View>
    </View>
  )
}
