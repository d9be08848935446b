import type { ClosureFile, ClosureItem } from '@paidang/api/areas/activities/closures'
import {
  CLOSURE_REASON_NAMES,
  NOTHING_CONCERNED,
  stillClosedText,
} from '@paidang/domain/areas/activities/closures/closure'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { formatDateTime, monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { confirm } from '../../../ui/confirm'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { BookingRow, backText } from './booking-rows'
import { useClosure, useRetryItem, useUnlockClosure } from './closures-data'

/** How far one closure is settled. Leaving the page changes nothing. */
export function ClosureFileView({ id }: { id: string }) {
  const { data, cause, isPending, isFetching, refetch } = useClosure(id)
  const skeleton = useSkeleton(isPending)
  if (data) return <File file={data} />
  if (cause) return <ErrorBlock title="闭馆记录没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  return skeleton ? (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={200} radius={16} />
        <Skeleton height={280} radius={16} />
      </SkeletonGroup>
    </CardStack>
  ) : null
}

function stands({ total, done, failed, unlockedAt }: ClosureFile) {
  if (total === 0)
    return <Notice tone="ok">{`${NOTHING_CONCERNED}，场地${unlockedAt ? '已提前解锁' : '已锁定'}`}</Notice>
  if (failed > 0) return <Notice tone="wait">{`${failed} 单退款失败，可以重试，平台也会处理`}</Notice>
  if (done === total) return <Notice tone="ok">{`${total} 单都处理好了`}</Notice>
  return <Notice tone="info">{`${done} / ${total} 已退回；可以离开这一页，断网也会接着退，每单只退一次`}</Notice>
}

function File({ file }: { file: ClosureFile }) {
  const { id, stadiumName, date, beginTimeSlot, endTimeSlot, courtNames, reason, madeByName, createTime, items } = file
  const { sessions, sessionsDone, fen, fenDone, total, done, unlockedAt } = file
  const unlock = useUnlockClosure()
  const still = stillClosedText(file.stillClosed)
  const ask = async () => {
    const isSure = await confirm({
      title: '提前解锁？',
      line: `${still ? `${still}；其余` : ''}场地可以重新预约，已取消的课和球局不会恢复`,
      confirmText: '提前解锁',
    })
    if (isSure) await unlock.act({ params: { id } })
  }
  return (
    <>
      <CardStack className="grow">
        {stands(file)}
        {unlockedAt && still && <Notice tone="wait">{still}</Notice>}
        <Card>
          <CardHead title={stadiumName} tail={`${monthDotDay(date)} ${whenOf(beginTimeSlot, endTimeSlot)}`} />
          <KeyValues
            rows={[
              { name: '操作人', value: `${madeByName} ${formatDateTime(new Date(createTime)).slice(11, 16)}` },
              { name: '原因', value: CLOSURE_REASON_NAMES[reason] },
              { name: '场地', value: `${courtNames.join('、')}${unlockedAt ? '，已提前解锁' : '，已锁定'}` },
              ...(sessions > 0
                ? [{ name: '课时', value: `${lessonHoursText(sessionsDone)} / ${lessonHoursText(sessions)}` }]
                : []),
              ...(fen > 0 ? [{ name: '退款', value: `¥${yuanOf(fenDone)} / ¥${yuanOf(fen)}` }] : []),
            ]}
          />
        </Card>
        {items.length > 0 && (
          <Card flush>
            <CardHead inset title="约课和球局" tail={`${done} / ${total}`} />
            {items.map((item) => (
              <BookingRow key={item.id} booking={item} value={backText(item)} tail={<State item={item} />} />
            ))}
          </Card>
        )}
      </CardStack>
      {unlockedAt === null && (
        <ActionBar
          actions={
            <Button
              full
              kind="plain"
              busy={unlock.isPending}
              lacks={done < total ? '退完后再解锁' : undefined}
              onPress={ask}
            >
              提前解锁
            </Button>
          }
        />
      )}
    </>
  )
}

function State({ item: { id, state, outcome } }: { item: ClosureItem }) {
  const retry = useRetryItem()
  if (state === 'FAILED')
    return (
      <Button kind="ghost" size="s" busy={retry.isPending} onPress={() => retry.act({ params: { id } })}>
        重试
      </Button>
    )
  if (state === 'WAITING') return <Tag kind="mute">等待</Tag>
  return outcome === 'CALLED_OFF' ? (
    <Tag kind="ok" icon="check">
      已退回
    </Tag>
  ) : (
    <Tag kind="mute">此前已结束</Tag>
  )
}
