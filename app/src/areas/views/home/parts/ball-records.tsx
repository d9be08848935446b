import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { ballDetailPath, myBallPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { failureText } from '../../../../platform/toast'
import { Card, SectionHead } from '../../../../ui/card'
import { ErrorBlock } from '../../../../ui/error-block'
import { semantics } from '../../../../ui/semantics'
import { BallCard } from '../../../activities/balls/ball-card'
import { useBallRecords } from '../own-balls-data'
import styles from './nearby-balls.module.scss'

/** The group of games that are over, as named in the list of own games. */
const OVER = '2'

/** 球局记录: the user's last games; absent before the first one. */
export function BallRecords() {
  const { data, error, isFetching, refetch } = useBallRecords()
  if (data === undefined ? error === null : data.length === 0) return null
  return (
    <View>
      <SectionHead title="球局记录" more={{ text: '全部', onPress: () => goTo(myBallPath(OVER)) }} />
      <View className={styles.body}>
        {data ? (
          <View className={styles.list} {...semantics({ role: 'list', label: '球局记录' })}>
            {data.map((ball) => (
              <View key={ball.id} {...semantics({ role: 'listitem' })}>
                <BallCard ball={ball} short onPress={() => goTo(ballDetailPath(ball.id))} />
              </View>
            ))}
          </View>
        ) : (
          <Card>
            <ErrorBlock
              title="球局记录没有取到"
              cause={failureText(outcomes.listBallRecords, error)}
              busy={isFetching}
              onRetry={refetch}
              compact
            />
          </Card>
        )}
      </View>
    </View>
  )
}
