import type { Invitation } from '@paidang/api/areas/activities/classes'
import type { TrialChoice, TrialLesson } from '@paidang/api/areas/activities/trial-lessons'
import { trialHalfHours } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { bookingViewPath, cashierPath, coachesPath, coachPagePath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { confirm } from '../../../ui/confirm'
import { WrappedFacts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { type KeyValue, KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { RefuseSheet } from '../../../ui/refuse-sheet'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { dayText, momentText } from '../../../ui/time-format'
import { useOrder } from '../../money/payments/order-data'
import { refundText } from '../../money/payments/pay-labels'
import { levelText } from '../../people/profile/level-scale'
import { useInvitationInfo } from '../classes/invitation-data'
import { cancelText, placesText, wishesText } from './trial-facts'
import { useAcceptTrial, useRefuseTrial, useTrial, useTrialChoices, useWithdrawTrial } from './trial-lessons-data'

/** 体验课: the coach confirms one of the hours, the player sees where it stands. */
export function TrialLessonView({ id }: { id: string }) {
  const isLoggedIn = useUserId() !== null
  return <Page title="体验课">{isLoggedIn ? <Trial id={id} /> : <SignedOut />}</Page>
}

function Trial({ id }: { id: string }) {
  const userId = useUserId()
  const { data, cause, isPending, isFetching, refetch } = useTrial(id)
  const skeleton = useSkeleton(isPending)
  if (!data) {
    if (cause) return <ErrorBlock title="体验课没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    return skeleton ? <TrialSkeleton /> : null
  }
  return data.coach.id === userId ? <ForCoach trial={data} /> : <ForPlayer trial={data} />
}

/** How it stands, in words for each side. What became of its money, its player reads from the order. */
const STANDS: Record<TrialLesson['state'], { coach: string; player: string }> = {
  UNPAID: { coach: '对方还没有付款', player: '还没有付款，付款后教练才会收到' },
  PAID: { coach: '等您确认一个时间', player: '已付款，等教练确认一个时间' },
  CONFIRMED: { coach: '已约成', player: '教练已确认，到时见' },
  CLOSED: { coach: '对方没有付款', player: '没有付款，订单已关闭' },
  REFUSED: { coach: '已拒绝，钱全额退给学员', player: '教练这次上不了' },
  WITHDRAWN: { coach: '对方已撤回', player: '已撤回' },
  EXPIRED: { coach: '到时没有约成，钱全额退给学员', player: '到时没有约成' },
  CANCELLED: { coach: '已取消，钱全额退给学员', player: '已取消' },
  CANCELLED_LATE: { coach: '学员逾时取消，退了一半', player: '逾时取消，退一半' },
}

/** A payment that was entered by mistake brought nothing that could come back, and its player withdrew nothing. */
const CORRECTED = {
  coach: `对方没有付款：${CORRECTION_REASON}`,
  player: `没有收到付款，不退款：${CORRECTION_REASON}`,
}

function Stands({ trial, side }: { trial: TrialLesson; side: 'coach' | 'player' }) {
  const { state, answer, expiresAt, isCorrected, orderId } = trial
  const { data: order } = useOrder((side === 'player' && orderId) || '')
  const now = useMinute()
  const tone = state === 'CONFIRMED' ? 'ok' : state === 'PAID' || state === 'UNPAID' ? 'info' : 'wait'
  const until = state === 'PAID' && expiresAt ? `，最晚 ${momentText(new Date(expiresAt), now)}` : ''
  const refunds = isCorrected ? [] : (order?.refunds ?? [])
  const back = refunds.map((refund) => `，¥${yuanOf(refund.amountFen)} ${refundText(refund)}`).join('')
  return (
    <Notice
      tone={tone}
    >{`${(isCorrected ? CORRECTED : STANDS[state])[side]}${back}${until}${answer && `：${answer}`}`}</Notice>
  )
}

/** The lesson with its price and the words, and its time and court: those wished for, then those agreed on. */
function Wish({ trial }: { trial: TrialLesson }) {
  const { company, courseName, priceFen, minutes, wishes, words } = trial
  const now = useMinute()
  const isOpen = trial.state === 'UNPAID' || trial.state === 'PAID'
  const { data: agreed } = useInvitationInfo(trial.state === 'CONFIRMED' ? (trial.invitationId ?? '') : '', null)
  return (
    <Card>
      <KeyValues
        rows={[
          { name: '课程', value: courseName },
          { name: '价格', value: `¥${yuanOf(priceFen)}，${minutes} 分钟，含场地费` },
          { name: '俱乐部', value: company.name },
          ...(agreed
            ? agreedRows(agreed.invitation, now)
            : [
                { name: '想上的时间', value: wishesText(wishes, now) },
                { name: '场馆', value: placesText(wishes) },
              ]),
          { name: '说明', value: words || '没有填写' },
          { name: '取消', value: cancelText(isOpen ? wishes : [], company.freeCancelHours, now) },
        ]}
      />
    </Card>
  )
}

function agreedRows(
  invitation: Pick<Invitation, 'courseDate' | 'beginTimeSlot' | 'endTimeSlot' | 'stadiumName' | 'courtName'>,
  now: Date,
): KeyValue[] {
  const { courseDate, beginTimeSlot, endTimeSlot, stadiumName, courtName } = invitation
  return [
    { name: '上课时间', value: `${dayText(courseDate, now)} ${whenOf(beginTimeSlot, endTimeSlot)}` },
    { name: '场地', value: `${stadiumName} ${courtName}` },
  ]
}

const OBSTACLES: Record<NonNullable<TrialChoice['obstacle']>, string> = {
  PAST: '时间已过',
  CLOSED: '场馆这段时间闭馆',
  COACH: '您这时已有安排',
  PERSON: '学员这时已有安排',
  COURT: '场地都被占了',
}

type Picked = { wish: number; court: number }

/** The hours that can be confirmed, with the courts of the one that is chosen. */
function Choices({
  choices,
  minutes,
  picked,
  onPick,
}: {
  choices: readonly TrialChoice[]
  minutes: number
  picked: Picked | undefined
  onPick: (picked: Picked) => void
}) {
  const now = useMinute()
  const chosen = picked && choices[picked.wish]
  return (
    <Card flush>
      <CardHead inset title="选一个时间" />
      {choices.map((choice, at) => {
        const { date, beginTimeSlot, stadiumName, obstacle, courts } = choice
        const when = whenOf(beginTimeSlot, beginTimeSlot + trialHalfHours(minutes))
        return (
          <Cell
            key={`${date} ${beginTimeSlot}`}
            title={`${dayText(date, now)} ${when}`}
            note={obstacle === null ? stadiumName : OBSTACLES[obstacle]}
            chosen={picked?.wish === at}
            disabled={obstacle !== null}
            onPress={() => onPick({ wish: at, court: courts[0]?.selectedCourt ?? 0 })}
          />
        )
      })}
      {picked && chosen && (
        <View className="in-0-16">
          <View className="mt-12 t-sub muted">场地</View>
          <View className="chips-8 mt-8" {...semantics({ role: 'group', label: '场地' })}>
            {chosen.courts.map(({ selectedCourt, name }) => (
              <Chip
                key={selectedCourt}
                onCard
                on={selectedCourt === picked.court}
                onPress={() => onPick({ ...picked, court: selectedCourt })}
              >
                {name}
              </Chip>
            ))}
          </View>
        </View>
      )}
    </Card>
  )
}

function ForCoach({ trial }: { trial: TrialLesson }) {
  const { id, player, priceFen, minutes, state, mayAnswer, invitationId } = trial
  const { data: choices, cause, isFetching, refetch } = useTrialChoices(mayAnswer ? id : null)
  const accept = useAcceptTrial()
  const refuse = useRefuseTrial()
  const [isRefusing, setIsRefusing] = useState(false)
  const [picked, setPicked] = useState<Picked>()
  const firstFree = choices?.findIndex(({ obstacle }) => obstacle === null) ?? -1
  const first = choices?.[firstFree]
  const standing =
    picked && choices?.[picked.wish]?.obstacle === null
      ? picked
      : first && { wish: firstFree, court: first.courts[0]?.selectedCourt ?? 0 }
  const chosen = standing && choices?.[standing.wish]
  const send = () => {
    if (!standing || !chosen) return
    const { date, beginTimeSlot, stadiumId } = chosen
    return accept.act({ params: { id }, body: { date, beginTimeSlot, stadiumId, selectedCourt: standing.court } })
  }
  const sendRefusal = async (answer: string) => {
    if (await refuse.act({ params: { id }, body: answer === '' ? {} : { answer } })) setIsRefusing(false)
  }
  return (
    <>
      <CardStack className="grow">
        <Stands trial={trial} side="coach" />
        <Card flush>
          <Cell
            lead={<Avatar id={player.id} src={player.avatar} size={48} />}
            title={player.nickname}
            note={<WrappedFacts>{[levelText(player), player.region]}</WrappedFacts>}
          />
        </Card>
        {mayAnswer && choices && <Choices choices={choices} minutes={minutes} picked={standing} onPick={setPicked} />}
        {mayAnswer && !choices && cause && (
          <ErrorBlock compact title="时间没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
        )}
        <Wish trial={trial} />
        {accept.refusal && <Notice tone="bad">{accept.refusal}</Notice>}
      </CardStack>
      {(mayAnswer || invitationId !== null) && (
        <ActionBar
          actions={
            mayAnswer ? (
              <>
                <Button
                  kind="plain"
                  disabled={accept.isPending || refuse.isPending}
                  onPress={() => setIsRefusing(true)}
                >
                  拒绝
                </Button>
                <Button
                  full
                  busy={accept.isPending}
                  lacks={choices && !chosen ? '这些时间现在都约不了，请拒绝' : undefined}
                  disabled={!choices}
                  onPress={send}
                >
                  确认
                </Button>
              </>
            ) : (
              <Button full onPress={() => goTo(bookingViewPath(invitationId ?? ''))}>
                查看约课
              </Button>
            )
          }
        />
      )}
      {/* The money goes back at once. */}
      <RefuseSheet
        open={isRefusing}
        title={`拒绝 ${player.nickname} 的体验课`}
        press={`拒绝并退回 ¥${yuanOf(priceFen)}`}
        placeholder="比如：这周排满了，下周可以"
        end={mayAnswer ? undefined : STANDS[state].coach}
        busy={refuse.isPending}
        onClose={() => setIsRefusing(false)}
        onRefuse={sendRefusal}
      />
    </>
  )
}

function ForPlayer({ trial }: { trial: TrialLesson }) {
  const { coach, company } = trial
  return (
    <>
      <CardStack className="grow">
        <Stands trial={trial} side="player" />
        <Card flush>
          <Cell
            lead={<Avatar id={coach.id} src={coach.avatar} size={48} />}
            title={coach.nickname}
            note={company.name}
            label={`${coach.nickname}的主页`}
            onPress={() => goTo(coachPagePath(coach.id))}
          />
        </Card>
        <Wish trial={trial} />
      </CardStack>
      <ActionBar actions={<PlayerAction trial={trial} />} />
    </>
  )
}

function PlayerAction({ trial }: { trial: TrialLesson }) {
  const { id, coach, state, priceFen, orderId, invitationId, mayWithdraw } = trial
  const withdraw = useWithdrawTrial()
  const { data: order } = useOrder(orderId ?? '')
  if (mayWithdraw) {
    const line = `¥${yuanOf(priceFen)} 全额退回${order?.method === 'OFFLINE' ? '，请到前台领取' : ''}`
    const ask = () =>
      confirm({ title: '撤回体验课？', line, confirmText: '撤回' }, () => withdraw.act({ params: { id }, body: {} }))
    return (
      <Button kind="plain" full busy={withdraw.isPending} onPress={ask}>
        撤回申请
      </Button>
    )
  }
  if (state === 'UNPAID' && orderId !== null) {
    return (
      <>
        <Button kind="plain" full onPress={() => goTo(coachPagePath(coach.id, { changes: true }))}>
          改时间
        </Button>
        <Button full onPress={() => goTo(cashierPath(orderId))}>
          {`去支付 ¥${yuanOf(priceFen)}`}
        </Button>
      </>
    )
  }
  if (state === 'CONFIRMED' && invitationId !== null) {
    return (
      <Button full onPress={() => goTo(bookingViewPath(invitationId))}>
        查看约课
      </Button>
    )
  }
  return (
    <Button full onPress={() => goTo(coachesPath())}>
      看看其他教练
    </Button>
  )
}

function TrialSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={72} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={220} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
