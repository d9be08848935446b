import type { CoachAway } from '@paidang/api/areas/activities/coach-leaves'
import { errors } from '@paidang/api/catalogue/errors'
import {
  AWAY_REASON_NAMES,
  AWAY_REASONS,
  type AwayReason,
  awayFault,
} from '@paidang/domain/areas/activities/coach-leaves/leave'
import { type Day, daysBetween, monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useToday } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Chip } from '../../../ui/chip'
import { confirm } from '../../../ui/confirm'
import { DayPicker } from '../../../ui/day-picker'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { CoachOnly } from '../../people/auth/coach-only'
import { useEndAway, useGoAway, useOwnAway } from './leaves-data'

/** 休假: the coach is away on some days; their students are told and asked. */
export function AwayView() {
  return (
    <Page title="休假">
      <CoachOnly>
        <Away />
      </CoachOnly>
    </Page>
  )
}

function Away() {
  const { data, cause, isPending, isFetching, refetch } = useOwnAway()
  const skeleton = useSkeleton(isPending)
  const today = useToday()
  const standing = data?.find(({ lastDay }) => lastDay >= today)
  if (standing) return <Standing away={standing} />
  if (data) return <Form />
  if (cause) return <ErrorBlock title="休假没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  return skeleton ? (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={320} radius={16} />
      </SkeletonGroup>
    </CardStack>
  ) : null
}

const spanText = (firstDay: Day, lastDay: Day) =>
  `${firstDay === lastDay ? monthDotDay(firstDay) : `${monthDotDay(firstDay)}–${monthDotDay(lastDay)}`}（${daysBetween(firstDay, lastDay) + 1} 天）`

function Standing({ away: { id, firstDay, lastDay, reason, classes, undecided } }: { away: CoachAway }) {
  const today = useToday()
  const end = useEndAway()
  const hasBegun = firstDay <= today
  const ask = async () => {
    const isSure = await confirm({
      title: hasBegun ? '结束休假？' : '取消休假？',
      line: '今天起的锁定时段放开，没有取消的课照常上，等您的学员会收到通知',
      confirmText: hasBegun ? '结束休假' : '取消休假',
    })
    if (isSure) await end.act({ params: { id } })
  }
  return (
    <>
      <CardStack className="grow">
        <Notice tone="info" icon="clock">
          {hasBegun ? '正在休假，这几天不能约您的课' : '已登记休假，这几天不能约您的课'}
        </Notice>
        <Card>
          <KeyValues
            rows={[
              { name: '日期', value: spanText(firstDay, lastDay) },
              { name: '原因', value: AWAY_REASON_NAMES[reason] },
              { name: '期间还有的课', value: `${classes} 节` },
              { name: '还没选择的学员', value: `${undecided} 位` },
            ]}
          />
        </Card>
      </CardStack>
      <ActionBar
        actions={
          <Button full kind="plain" busy={end.isPending} onPress={ask}>
            {hasBegun ? '提前回来' : '取消休假'}
          </Button>
        }
      />
    </>
  )
}

const ENDS = [
  { key: 'first', text: '开始' },
  { key: 'last', text: '结束' },
] as const

function Form() {
  const today = useToday()
  const [end, setEnd] = useState<'first' | 'last'>('first')
  const [firstDay, setFirst] = useState<Day>('')
  const [lastDay, setLast] = useState<Day>('')
  const [reason, setReason] = useState<AwayReason>()
  const go = useGoAway()
  const isChosen = firstDay !== '' && lastDay !== ''
  const fault = isChosen ? awayFault({ firstDay, lastDay }, today) : undefined
  const lacks = !isChosen ? '先选开始和结束的日期' : fault ? errors[fault].message : reason ? undefined : '先选原因'
  const choose = (day: Day) => {
    if (end === 'last') return setLast(day)
    setFirst(day)
    if (lastDay < day) setLast(day)
    setEnd('last')
  }
  const send = async () => {
    if (!reason) return
    const isSure = await confirm({
      title: `登记 ${spanText(firstDay, lastDay)}的休假？`,
      line: '空闲时段会锁上；有课或有课时的学员会收到通知，可以换教练或等您回来',
      confirmText: '登记休假',
    })
    if (isSure) await go.act({ body: { firstDay, lastDay, reason } })
  }
  return (
    <>
      <CardStack className="grow">
        <Card>
          <CardHead title="哪几天" tail={isChosen ? spanText(firstDay, lastDay) : '含首尾两天'} />
          <View className="col-12">
            <Segmented label="选哪一天" items={ENDS} value={end} onChange={setEnd} />
            <DayPicker
              value={end === 'first' ? firstDay : lastDay}
              min={end === 'last' && firstDay > today ? firstDay : today}
              label={end === 'first' ? '开始日期' : '结束日期'}
              onChange={choose}
            />
          </View>
        </Card>
        <Card>
          <CardHead title="原因" tail="学员看得到" />
          <View className="chips-12-8" {...semantics({ role: 'group', label: '原因' })}>
            {AWAY_REASONS.map((name) => (
              <Chip key={name} onCard on={reason === name} onPress={() => setReason(name)}>
                {AWAY_REASON_NAMES[name]}
              </Chip>
            ))}
          </View>
        </Card>
        <Notice tone="info">期间已有的课先不动，由学员选择换教练、或取消退回课时</Notice>
      </CardStack>
      <ActionBar
        actions={
          <Button full busy={go.isPending} lacks={lacks} reason={lacks} onPress={send}>
            登记休假
          </Button>
        }
      />
    </>
  )
}
