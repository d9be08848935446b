import { CardStack } from '../../../../ui/card'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'

const CARDS = [0, 1, 2, 3] as const

/** The skeleton of the list of students. */
export function StudentListSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {CARDS.map((card) => (
          <Skeleton key={card} height={118} radius={16} />
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
