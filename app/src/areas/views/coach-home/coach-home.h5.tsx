import { View } from '@tarojs/components'
import { lazy, Suspense } from 'react'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'

// Only coaches download it. For them early.js asks for it while the app loads.
const Loaded = lazy(async () => ({ default: (await import('./coach-home-view')).CoachHome }))

/** The home page of a coach. */
export function CoachHome() {
  return (
    <Suspense fallback={<CoachHomeSkeleton />}>
      <Loaded />
    </Suspense>
  )
}

function CoachHomeSkeleton() {
  return (
    <View className="in-12-0">
      <SkeletonGroup>
        <Skeleton height={180} radius={16} />
        <Skeleton height={92} radius={16} />
      </SkeletonGroup>
    </View>
  )
}
