import type { RunningBooking } from '@paidang/api/areas/activities/arrivals'
import { RELEASE_AFTER_MINUTES, releaseFrom, whyNotRelease } from '@paidang/domain/areas/activities/arrivals/arrival'
import { halfHourOfInstant } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { confirm } from '../../../ui/confirm'
import { ErrorBlock } from '../../../ui/error-block'
import { Switch } from '../../../ui/switch'
import { clockText } from '../../../ui/time-format'
import { useReleaseCourt, useReleaseRule, useRunning } from './arrivals-data'

type Props = { stadiumId: string; releasesCourts: boolean }

/** 正在使用: what is on now at the courts of a venue, for its manager, who releases what nobody took up. */
export function RunningCard({ stadiumId, releasesCourts }: Props) {
  const now = useMinute()
  const { data, cause, isFetching, refetch } = useRunning(stadiumId, now)
  const rule = useReleaseRule(stadiumId)
  const release = useReleaseCourt()
  const ask = (booking: RunningBooking) =>
    confirm({
      title: `释放 ${booking.courtName}？`,
      line: questionOf(booking, now),
      confirmText: '释放场地',
      danger: true,
    }).then((isSure) => isSure && release.act(booking))
  return (
    <Card flush>
      <CardHead inset title="正在使用" tail={data && (data.length > 0 ? `${data.length} 场` : '现在没有人用场地')} />
      {data?.map((booking) => (
        <Cell
          key={`${booking.kind} ${booking.id}`}
          title={`${booking.courtName} ${whenOf(booking.beginTimeSlot, booking.endTimeSlot)}`}
          note={`${booking.title} · ${whoOf(booking)}`}
          tail={
            <Standing
              booking={booking}
              now={now}
              isBusy={release.isPending && release.wish?.id === booking.id}
              onRelease={() => ask(booking)}
            />
          }
        />
      ))}
      {!data && cause && <ErrorBlock title="场地没有取到" cause={cause} onRetry={refetch} busy={isFetching} compact />}
      <View className="in-8-16">
        <Switch checked={releasesCourts} disabled={rule.isPending} onChange={(isOn) => rule.act(isOn)}>
          {`${RELEASE_AFTER_MINUTES} 分钟无人到场可释放场地`}
        </Switch>
        <View className="t-caption muted">打开后约的课和球局适用，约的人看得到。只有你按下才会释放</View>
      </View>
    </Card>
  )
}

const whoOf = ({ kind, person, players }: RunningBooking) =>
  kind === 'class' ? `教练 ${person.nickname} · ${players} 人` : `${person.nickname} 发起 · ${players} 人`

const COSTS = { class: '课时仍按签到结算', ball: '球费仍按原规则结算' } as const

function questionOf(booking: RunningBooking, now: Date): string {
  const { title, kind } = booking
  const from = timeOf(halfHourOfInstant(now))
  return `${title}（${whoOf(booking)}）还没有人到场。${from} 起的场地空出，别人可以马上约，不能撤回。${COSTS[kind]}，参加的人都会收到消息`
}

type StandingProps = { booking: RunningBooking; now: Date; isBusy: boolean; onRelease: () => void }

/** What has become of a booking, or 释放场地 when nobody took it up in time. */
function Standing({ booking, now, isBusy, onRelease }: StandingProps) {
  const startsAt = new Date(booking.startsAt)
  const at = (instant: string | null) => (instant === null ? null : new Date(instant))
  const { isBound } = booking
  const times = { startsAt, endsAt: new Date(booking.endsAt) }
  const ends = { arrivedAt: at(booking.arrivedAt), releasedAt: at(booking.releasedAt) }
  const refusal = whyNotRelease({ ...times, ...ends, isBound, isStanding: true }, now)
  if (refusal === undefined)
    return (
      <Button kind="danger" size="s" busy={isBusy} label={`释放 ${booking.courtName}`} onPress={onRelease}>
        释放场地
      </Button>
    )
  const words = {
    court_released: '已释放',
    court_taken_up: ends.arrivedAt && `${clockText(ends.arrivedAt)} 到场`,
    release_settled: '已结束',
    release_not_agreed: null,
    release_too_early: `${clockText(releaseFrom(startsAt))} 起可释放`,
  }[refusal]
  return words ? <View className="t-sub muted">{words}</View> : null
}
