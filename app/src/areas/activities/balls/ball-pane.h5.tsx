import { View } from '@tarojs/components'
import { useSkeleton } from '../../../ui/skeleton'
import { useBall } from './ball-data'
import { BallBody, BallFailure, isNoBall } from './ball-detail'
import styles from './ball-detail.module.scss'
import { BallHero, BallSkeleton } from './parts/ball-head'

/** A game beside the list, on a desktop. */
export function BallPane({ id }: { id: string }) {
  const { data, error, isPending, isFetching, refetch } = useBall(id, null)
  const skeleton = useSkeleton(isPending)
  if (skeleton) return <BallSkeleton />
  if (data && !isNoBall(error)) {
    return (
      <View className="col-0 fill">
        <View className={styles.panePicture}>
          <BallHero ball={data} />
        </View>
        <BallBody key={data.id} ball={data} share={null} refetch={refetch} />
      </View>
    )
  }
  return isPending ? null : <BallFailure error={error} busy={isFetching} onRetry={refetch} isPane />
}
