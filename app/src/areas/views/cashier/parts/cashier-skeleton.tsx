import { Card, CardStack } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './cashier.module.scss'

/** The skeleton of the cashier. */
export function CashierSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack className={styles.stack}>
        <Card className={classNames(styles.head, 'col-8 t-centre')}>
          <Skeleton width={160} />
          <Skeleton width={120} height={36} />
          <Skeleton width={140} />
        </Card>
        <Card>
          <Skeleton height={20} />
        </Card>
        <Card>
          <Skeleton height={96} />
        </Card>
      </CardStack>
    </SkeletonGroup>
  )
}
