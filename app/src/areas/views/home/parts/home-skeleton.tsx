import { View } from '@tarojs/components'
import { Card } from '../../../../ui/card'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './home-skeleton.module.scss'
import todayStyles from './today.module.scss'
import usualStyles from './usual-course-card.module.scss'

/** The skeleton of usual courses and today's entries, with their headings. Notices may push either block down. */
export function HomeSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.head}>
        <Skeleton width={96} height={24} />
      </View>
      <View className={styles.courses}>
        {['first', 'second'].map((key) => (
          <Card key={key} className={usualStyles.card}>
            <View className={usualStyles.head}>
              <Skeleton width={44} height={44} radius="round" />
              <View className={usualStyles.names}>
                <Skeleton width={96} height={18} />
                <View className={usualStyles.gap} />
                <Skeleton width={120} height={12} />
              </View>
            </View>
            <View className={usualStyles.facts}>
              <Skeleton width={150} />
              <Skeleton width={120} />
            </View>
            <View className={usualStyles.foot}>
              <Skeleton width={70} />
              <Skeleton width={78} height={32} radius={8} />
            </View>
          </Card>
        ))}
      </View>
      <View className={styles.head}>
        <Skeleton width={96} height={24} />
      </View>
      <View className={todayStyles.body}>
        <Card flush>
          {['first', 'second'].map((key) => (
            <View key={key} className={todayStyles.item}>
              <View className={todayStyles.thing}>
                <View className={todayStyles.time}>
                  <Skeleton width={48} height={20} />
                  <View className={todayStyles.gap} />
                  <Skeleton width={40} />
                </View>
                <View className={todayStyles.words}>
                  <Skeleton width={140} height={18} />
                  <View className={todayStyles.gap} />
                  <Skeleton width={200} />
                </View>
              </View>
            </View>
          ))}
        </Card>
      </View>
    </SkeletonGroup>
  )
}
