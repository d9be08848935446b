import type { Arrival } from '@paidang/api/areas/activities/arrivals'
import { RELEASE_AFTER_MINUTES, whyNotArrive } from '@paidang/domain/areas/activities/arrivals/arrival'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { Notice } from '../../../ui/notice'
import { clockText } from '../../../ui/time-format'
import { useArrive } from './arrivals-data'

type Props = {
  kind: 'class' | 'ball'
  id: string
  arrival: Arrival | null
  startsAt: Date
  endsAt: Date
  /** Whether it holds its court: a confirmed class, or an active game. */
  isStanding: boolean
  /** Whether the reader takes part. */
  isAmong: boolean
}

const COSTS = { class: '课时仍按签到结算，未签到按到场扣', ball: '球费仍按原规则结算' } as const

/** 到场: until when somebody has to be there, and 我到了. Nothing where the venue releases no courts. */
export function ArrivalCard({ kind, id, arrival, startsAt, endsAt, isStanding, isAmong }: Props) {
  const now = useMinute()
  const arrive = useArrive({ kind, id })
  if (!arrival) return null
  const { releaseFrom, isAnybodyThere, ownAt, releasedAt, releasedFrom } = arrival
  if (releasedAt !== null && releasedFrom !== null) {
    const when = `${timeOf(releasedFrom)} 起的场地已由场馆释放`
    return (
      <Notice tone="bad" icon="warning">
        {`开始 ${RELEASE_AFTER_MINUTES} 分钟后无人到场，${when}；${COSTS[kind]}`}
      </Notice>
    )
  }
  if (!isStanding || now >= endsAt) return null
  const facts = { startsAt, endsAt, isStanding, isBound: true, releasedAt: null }
  const isOpen = isAmong && ownAt === null && whyNotArrive(facts, now) === undefined
  const until = clockText(new Date(releaseFrom))
  return (
    <Card>
      <CardHead title="到场" />
      <View className="col-12">
        {ownAt !== null ? (
          <Notice tone="ok" icon="check">{`你 ${clockText(new Date(ownAt))} 已报到，场地保留`}</Notice>
        ) : isAnybodyThere ? (
          <Notice tone="ok" icon="check">
            已有人到场，场地保留
          </Notice>
        ) : (
          <View className="t-sub muted">
            {`到 ${until} 还没有人到场，场馆可以释放场地${isAmong && !isOpen ? '。开始前 30 分钟起可以报到' : ''}`}
          </View>
        )}
        {isOpen && (
          <Button kind={isAnybodyThere ? 'ghost' : 'filled'} full busy={arrive.isPending} onPress={() => arrive.act()}>
            我到了
          </Button>
        )}
      </View>
    </Card>
  )
}
