import { freeUntilOf } from '@paidang/domain/areas/activities/classes/free-time'
import { type TrialWish, trialAnswerTimes, trialWishStart } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { useMinute } from '../../../platform/use-minute'
import { Card } from '../../../ui/card'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { dayText, momentText } from '../../../ui/time-format'
import { useTrial } from './trial-lessons-data'

type Hour = Pick<TrialWish, 'date' | 'beginTimeSlot'>

/** A wished hour: 周二 11.24 10:30. */
export const wishText = ({ date, beginTimeSlot }: Hour, now: Date): string =>
  `${dayText(date, now)} ${timeOf(beginTimeSlot)}`

export const wishesText = (wishes: readonly Hour[], now: Date): string =>
  wishes.map((wish) => wishText(wish, now)).join('、')

export const placesText = (wishes: readonly { stadiumName: string }[]): string =>
  [...new Set(wishes.map(({ stadiumName }) => stadiumName))].join('、')

/** What cancelling costs. An hour that begins too soon can never be cancelled free once it is confirmed. */
export function cancelText(wishes: readonly TrialWish[], freeCancelHours: number, now: Date): string {
  const late = wishes.filter((wish) => freeUntilOf({ freeCancelHours }, trialWishStart(wish)) < now)
  const rule = `开课前 ${freeCancelHours} 小时免费，之后退一半`
  if (late.length === 0) return rule
  const isAll = late.length === wishes.length
  const soon = `离开课不足 ${freeCancelHours} 小时，教练确认后取消只退一半`
  return isAll ? soon : `${rule}；${wishesText(late, now)} ${soon}`
}

/** What the money of an order is for: when, where, and what becomes of it. */
export function TrialFacts({ id }: { id: string }) {
  const now = useMinute()
  const { data, cause, isPending, isFetching, refetch } = useTrial(id)
  const skeleton = useSkeleton(isPending)
  if (!data) {
    if (cause) return <ErrorBlock compact title="体验课没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    return skeleton ? (
      <SkeletonGroup>
        <Skeleton height={140} radius={16} />
      </SkeletonGroup>
    ) : null
  }
  const { state, wishes, company, expiresAt } = data
  const until = state === 'UNPAID' ? trialAnswerTimes(wishes, now).expiresAt : expiresAt && new Date(expiresAt)
  const isOpen = state === 'UNPAID' || state === 'PAID'
  return (
    <Card>
      <KeyValues
        rows={[
          { name: '想上的时间', value: wishesText(wishes, now) },
          { name: '地点', value: placesText(wishes) },
          ...(isOpen && until ? [{ name: '教练没确认', value: `${momentText(until, now)} 自动全额退回` }] : []),
          ...(isOpen ? [{ name: '取消', value: cancelText(wishes, company.freeCancelHours, now) }] : []),
        ]}
      />
    </Card>
  )
}
