import type { BallDetail } from '@paidang/api/areas/balls'
import { View } from '@tarojs/components'
import { VenuePicture } from '../../../../ui/venue-picture'
import styles from './ball-hero.module.scss'

/** The place of a game as the head of its page; plain green until it is known. */
export function BallHero({ ball }: { ball: BallDetail | undefined }) {
  return (
    <View className={styles.hero}>
      {ball && (
        <View className={styles.picture}>
          <VenuePicture id={ball.stadiumName ?? ball.place} src={ball.stadiumAvatar} size="cover" />
        </View>
      )}
      <View className={styles.veil} />
    </View>
  )
}
