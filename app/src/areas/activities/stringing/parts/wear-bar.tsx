import type { Racket } from '@paidang/api/areas/activities/stringing'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { WrappedFacts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { wearFacts, wearSentence, wearShare } from './racket-labels'
import styles from './wear-bar.module.scss'

/** The wear of a racket's strings: a sentence, a bar, and the numbers. */
export function WearBar({ wear }: { wear: Racket['wear'] }) {
  return (
    <View>
      <View className={classNames(styles.sentence, wear?.isDue && styles.due)}>{wearSentence(wear)}</View>
      {wear && (
        <>
          <View className={styles.track} {...semantics({ hidden: true })}>
            <View
              className={classNames(styles.worn, wear.isDue && styles.out)}
              style={{ width: `${Math.round(wearShare(wear) * 100)}%` }}
            />
          </View>
          <View className="t-caption muted">
            <WrappedFacts>{wearFacts(wear)}</WrappedFacts>
          </View>
        </>
      )}
    </View>
  )
}
