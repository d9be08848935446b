import { View } from '@tarojs/components'
import { useUnderWay } from '../platform/navigate'
import styles from './opening-page.module.scss'
import { Skeleton, SkeletonGroup } from './skeleton'

/** Covers the page with the skeleton of any page while the next one opens, so that a press is seen to work. */
export function OpeningPage() {
  const isOpening = useUnderWay(({ target }) => target !== undefined)
  if (!isOpening) return null
  return (
    <View className={styles.cover}>
      <SkeletonGroup>
        <View className={styles.parts}>
          <Skeleton height={140} radius={16} />
          <Skeleton height={96} radius={16} />
          <Skeleton height={96} radius={16} />
        </View>
      </SkeletonGroup>
    </View>
  )
}
