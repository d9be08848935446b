import type { Racket } from '@paidang/api/areas/stringing'
import { View } from '@tarojs/components'
import { racketPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card } from '../../../../ui/card'
import { WrappedFacts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { Tag } from '../../../../ui/tag'
import styles from './racket-card.module.scss'
import { RacketDrawing } from './racket-drawing'
import { racketFacts, racketName, wearSentence } from './racket-labels'
import { WearBar } from './wear-bar'

/** A racket with the state of its strings. A press opens it. */
export function RacketCard({ racket }: { racket: Racket }) {
  const { id, isMain, jobCount, wear } = racket
  const name = racketName(racket)
  return (
    <Card
      onPress={() => goTo(racketPath(id))}
      label={[name, isMain ? '主拍' : '', wearSentence(wear)].filter(Boolean).join('，')}
    >
      <View className={styles.row}>
        <RacketDrawing />
        <View className={styles.words}>
          <View className={styles.head}>
            <View className={styles.name}>{name}</View>
            {isMain && <Tag kind="lime">主拍</Tag>}
            {jobCount > 0 && <Tag kind="brand">{`穿过 ${jobCount} 次`}</Tag>}
          </View>
          <View className={styles.facts}>
            <WrappedFacts>{racketFacts(racket)}</WrappedFacts>
          </View>
        </View>
        <Icon name="chevron-right" size={16} className={styles.chevron} />
      </View>
      <View className={styles.wear}>
        <WearBar wear={wear} />
      </View>
    </Card>
  )
}
