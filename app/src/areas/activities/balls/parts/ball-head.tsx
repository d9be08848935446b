import type { BallDetail } from '@paidang/api/areas/balls'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { stadiumDetailPath } from '../../../../paths'
import { BALLS_KEY } from '../../../../platform/cache-keys'
import { goTo } from '../../../../platform/navigate'
import { openPlace, PLACE_ACTION } from '../../../../platform/place'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { SharePageButton } from '../../../ground/sharing/share-page-button'
import { mayRenewLinks } from './ball-bar'
import styles from './ball-head.module.scss'
import { headTags } from './ball-head-labels'
import { ballWhen, ballWhere, distanceText } from './ball-labels'
import type { useShareBall } from './use-share-ball'

type Props = { ball: BallDetail; now: Date; sharing: ReturnType<typeof useShareBall> }

/** What the game is, when and where, with the share button. */
export function BallHead({ ball, now, sharing }: Props) {
  const { title, stadiumId, address, latitude, longitude, distanceKm } = ball
  const place = ballWhere(ball)
  const open = async () => {
    try {
      const end = await openPlace({
        name: ball.stadiumName ?? ball.place,
        address: address ?? place,
        latitude,
        longitude,
      })
      if (end === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    }
  }
  return (
    <View className={styles.head}>
      <View className={styles.top}>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        {(ball.isPublic || ball.share !== null) && ball.status !== 'CANCELLED' && (
          <SharePageButton
            kind="plain"
            size="s"
            title="分享这场球局"
            busy={sharing.isBusy}
            onShare={sharing.hand}
            owned={
              mayRenewLinks(ball, now) ? { page: { kind: 'ball', objectId: ball.id }, stale: BALLS_KEY } : undefined
            }
          >
            分享
          </SharePageButton>
        )}
      </View>
      <View className={styles.tags}>
        {headTags(ball, now).map(({ text, kind, icon }) => (
          <Tag key={text} kind={kind} icon={icon}>
            {text}
          </Tag>
        ))}
      </View>
      <View className={styles.row}>
        <Icon name="clock" className={styles.icon} />
        <View className={styles.words}>{ballWhen(ball, dayOf(now), 'dated')}</View>
      </View>
      <View className={styles.row}>
        <Icon name="pin" className={styles.icon} />
        <View
          className={styles.words}
          {...(stadiumId
            ? pressable({
                role: 'link',
                label: `${place}，查看场馆`,
                onPress: () => goTo(stadiumDetailPath(stadiumId)),
              })
            : {})}
        >
          <View className={styles.place}>
            {place}
            {stadiumId && <Icon name="chevron-right" size={16} className={styles.chevron} />}
          </View>
          {(address || distanceKm !== null) && (
            <View className={styles.address}>
              <Facts>{[address ?? '', distanceText(distanceKm)]}</Facts>
            </View>
          )}
        </View>
        <Button kind="plain" size="s" label={`${PLACE_ACTION} ${place}`} onPress={open}>
          {PLACE_ACTION}
        </Button>
      </View>
    </View>
  )
}
