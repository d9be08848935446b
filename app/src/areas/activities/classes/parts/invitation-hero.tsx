import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Ball } from '../../../../ui/ball'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { heroText } from './hero-labels'
import styles from './invitation-hero.module.scss'
import type { InvitationInfo } from './invitation-info'

type Props = {
  info: InvitationInfo
  /** Each increase plays the ball animation once, after a success such as a confirmation. */
  celebrations: number
}

/**
 * The head of the booking view: the state as a sentence, the next step and its time limit. It updates with the clock.
 */
export function InvitationHero({ info, celebrations }: Props) {
  const now = useMinute()
  const { title, line } = heroText(info, now)
  return (
    <View className={styles.hero}>
      <View className={styles.words}>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        <View className={styles.line}>{line}</View>
      </View>
      <Ball key={celebrations} size={48} bounces={celebrations > 0} />
    </View>
  )
}

/** The head while the class is being loaded, or when there is none. */
export function BlankHero({ waits }: { waits: boolean }) {
  return (
    <View className={waits ? styles.hero : styles.blank}>
      {waits && (
        <View className={styles.veil}>
          <SkeletonGroup>
            <View className={styles.veilLines}>
              <Skeleton width={180} height={22} />
              <Skeleton width={220} height={14} />
            </View>
          </SkeletonGroup>
        </View>
      )}
    </View>
  )
}
