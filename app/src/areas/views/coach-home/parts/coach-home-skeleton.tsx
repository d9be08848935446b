import { View } from '@tarojs/components'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'

export function CoachHomeSkeleton() {
  return (
    <View className="in-12-0">
      <SkeletonGroup>
        <Skeleton height={180} radius={16} />
        <Skeleton height={92} radius={16} />
      </SkeletonGroup>
    </View>
  )
}
