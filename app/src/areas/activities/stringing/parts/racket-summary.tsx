import type { Racket } from '@paidang/api/areas/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/stringing-orders'
import { View } from '@tarojs/components'
import { threadingListPath, threadingOrderPath, threadingProductsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { Tag } from '../../../../ui/tag'
import { dateText } from '../../../../ui/time-format'
import { RacketDrawing } from './racket-drawing'
import { nextStep, racketFacts, racketName } from './racket-labels'
import styles from './racket-summary.module.scss'
import { bedText } from './stringing-labels'
import { WearBar } from './wear-bar'

type Props = {
  racket: Racket
  /** The order by which it is being strung. */
  job: StringingOrderSummary | undefined
}

/** The state of a racket: its strings, the last job, and the button to repeat that job. */
export function RacketSummary({ racket, job }: Props) {
  const { id, isMain, lastJob, wear, jobCount } = racket
  return (
    <Card>
      <View className={styles.top}>
        <RacketDrawing size={64} />
        <View className={styles.words}>
          <View className={styles.head}>
            <View className={styles.name}>{racketName(racket)}</View>
            {isMain && <Tag kind="lime">主拍</Tag>}
            {jobCount > 0 && <Tag kind="brand">{`穿过 ${jobCount} 次`}</Tag>}
          </View>
          <View className={styles.facts}>
            <Facts>{racketFacts(racket)}</Facts>
          </View>
          <View className={styles.wear}>
            <WearBar wear={wear} />
          </View>
        </View>
      </View>
      {lastJob && (
        <View className={styles.last}>
          <View>
            <Facts>
              {`上次 ${dateText(lastJob.strungOn, new Date())}`}
              {lastJob.merchantName}
            </Facts>
          </View>
          <View className={styles.bed}>{bedText(lastJob)}</View>
        </View>
      )}
      <View className={styles.way}>
        {job ? (
          <>
            <View className={styles.step}>{nextStep(job)}</View>
            <Button kind="ghost" size="m" onPress={() => goTo(threadingOrderPath(job.id))}>
              查看订单
            </Button>
          </>
        ) : lastJob ? (
          <Button
            kind="ghost"
            size="m"
            onPress={() => goTo(threadingProductsPath(lastJob.merchantId, { racketId: id, again: '1' }))}
          >
            照上次再穿一次
          </Button>
        ) : (
          <Button kind="ghost" size="m" onPress={() => goTo(threadingListPath())}>
            去穿线
          </Button>
        )}
      </View>
    </Card>
  )
}
