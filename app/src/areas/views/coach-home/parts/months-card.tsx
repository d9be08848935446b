import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ActionSheet } from '../../../../ui/action-sheet'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { monthText } from '../../../../ui/month-days'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useExportRecords, useRecordMonths } from '../records-data'
import { unbroken } from './coach-class'
import styles from './months-card.module.scss'
import { sharesOf, shortMonthText, type TaughtMonth } from './record-months'

const EXPORTS = [
  { key: '6', icon: 'document', text: '近 6 个月' },
  { key: '12', icon: 'document', text: '近 12 个月' },
  { key: '24', icon: 'document', text: '近 24 个月' },
] as const

/** The taught hours by month as bars, and the totals of the chosen month by course. */
export function MonthsCard() {
  const { data: months, cause, isPending, isFetching, refetch } = useRecordMonths()
  const [chosen, setChosen] = useState<string>()
  const skeleton = useSkeleton(isPending)
  const shown = months?.find(({ month }) => month === chosen) ?? months?.[months.length - 1]
  return (
    <Card>
      <CardHead title="授课统计" tail={<Export />} />
      {skeleton ? (
        <SkeletonGroup>
          <Skeleton height={140} radius={12} />
        </SkeletonGroup>
      ) : months && shown ? (
        <>
          <Bars months={months} value={shown.month} onChange={setChosen} />
          <MonthFacts of={shown} />
        </>
      ) : (
        cause && <ErrorBlock compact title="授课统计没有取到" cause={cause} busy={isFetching} onRetry={refetch} />
      )}
    </Card>
  )
}

type BarsProps = { months: readonly TaughtMonth[]; value: string; onChange: (month: string) => void }

function Bars({ months, value, onChange }: BarsProps) {
  const shares = sharesOf(months.map(({ taughtHours }) => taughtHours))
  return (
    <View
      className={styles.bars}
      {...semantics({ role: 'radiogroup', label: '每月授课小时' })}
      {...roving({ keys: months.map(({ month }) => month), value, onChange })}
    >
      {months.map(({ month, taughtHours }, at) => (
        <View
          key={month}
          className={classNames(styles.column, month === value && styles.on)}
          data-key={month}
          {...pressable({
            role: 'radio',
            checked: month === value,
            tabIndex: month === value ? 0 : -1,
            label: `${monthText(month)} 授课 ${lessonHoursText(taughtHours)} 小时`,
            onPress: () => onChange(month),
          })}
        >
          <View className={styles.hours}>{lessonHoursText(taughtHours)}</View>
          <View className={styles.track}>
            <View className={styles.bar} style={{ height: `${shares[at] ?? 0}%` }} />
          </View>
          <View className={styles.month}>{shortMonthText(month)}</View>
        </View>
      ))}
    </View>
  )
}

function MonthFacts({ of }: { of: TaughtMonth }) {
  const { month, classes, taughtHours, consumedSessions, incomeFen, courses } = of
  return (
    <View>
      <View className={styles.total}>
        <View className={styles.words}>
          <View className={styles.name}>{monthText(month)}收入</View>
          <View className={styles.facts}>
            <Facts>
              {`${classes} 节`}
              {`${lessonHoursText(taughtHours)} 小时`}
              {`消课 ${lessonHoursText(consumedSessions)}`}
            </Facts>
          </View>
        </View>
        <View className={styles.income}>{`¥${yuanOf(incomeFen)}`}</View>
      </View>
      <View {...semantics({ role: 'list', label: '按课程' })}>
        {courses.map((course) => (
          <View key={course.courseDesignId} className={styles.course} {...semantics({ role: 'listitem' })}>
            <View className={styles.words}>
              <View className={styles.courseName}>{unbroken(course.courseDesignName)}</View>
              <View className={styles.facts}>
                <Facts>
                  {`${course.classes} 节`}
                  {`${lessonHoursText(course.taughtHours)} 小时`}
                  {`消课 ${lessonHoursText(course.consumedSessions)}`}
                </Facts>
              </View>
            </View>
            <View className={styles.amount}>{`¥${yuanOf(course.incomeFen)}`}</View>
          </View>
        ))}
      </View>
    </View>
  )
}

/** 导出: first asks for how many months. */
function Export() {
  const { act: run, isPending } = useExportRecords()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="s" kind="ghost" busy={isPending} label="导出 XLSX" onPress={() => setAsks(true)}>
        导出
      </Button>
      <ActionSheet
        open={asks}
        onClose={() => setAsks(false)}
        caption="导出授课记录（XLSX）"
        actions={EXPORTS}
        onSelect={(months) => run(Number(months))}
      />
    </>
  )
}
