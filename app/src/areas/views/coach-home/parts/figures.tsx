import { coachFigures } from '@paidang/api/areas/coach-home'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { View } from '@tarojs/components'
import { failureText } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { classNames } from '../../../../ui/class-names'
import { Notice } from '../../../../ui/notice'
import { pressable, semantics } from '../../../../ui/semantics'
import { useCoachFigures } from '../day-board-data'
import styles from './figures.module.scss'

/** Today in three figures: classes, lesson hours, and waiting requests. The last one opens the requests. */
export function Figures({ onWaiting }: { onWaiting: () => void }) {
  const { data, error, isFetching, refetch } = useCoachFigures()
  const waiting = data?.waitingConfirm ?? 0
  return (
    <>
      <View className={styles.figures}>
        <Figure name="今天的课" value={data && String(data.todayClasses)} unit="节" />
        <Figure name="课时" value={data && lessonHoursText(data.todaySessions)} unit="课时" />
        <View
          className={classNames(styles.figure, waiting > 0 && styles.loud, styles.tappable)}
          hoverClass={styles.pressed}
          {...pressable({ label: data ? `待我确认 ${waiting} 个` : '待我确认', popup: 'dialog', onPress: onWaiting })}
        >
          <View className={styles.value}>{data ? waiting : '—'}</View>
          <View className={styles.name}>待我确认</View>
        </View>
      </View>
      {error && !data && (
        <View className={styles.failed}>
          <Notice
            tone="bad"
            icon="warning"
            tail={
              <Button size="s" kind="plain" busy={isFetching} onPress={refetch}>
                重试
              </Button>
            }
          >
            {failureText(coachFigures.outcome, error)}
          </Notice>
        </View>
      )}
    </>
  )
}

function Figure({ name, value, unit }: { name: string; value: string | undefined; unit: string }) {
  const label = value === undefined ? name : unit === name ? `今天 ${value} ${unit}` : `${name} ${value} ${unit}`
  return (
    <View className={styles.figure} {...semantics({ role: 'group', label })}>
      <View className={styles.value} {...semantics({ hidden: true })}>
        {value ?? '—'}
      </View>
      <View className={styles.name} {...semantics({ hidden: true })}>
        {name}
      </View>
    </View>
  )
}
