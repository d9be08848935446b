import type { LeaveCase, LeaveSuccessor } from '@paidang/api/areas/activities/coach-leaves'
import { AWAY_REASON_NAMES } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { QUESTION_LENGTHS } from '@paidang/domain/areas/activities/questions/question'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { formatDotDay, monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { bookingViewPath, coachesPath, coachLeavePath, contractPath, questionPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { momentText } from '../../../ui/time-format'
import { useCourseRefund } from '../course-refunds/course-refund-data'
import { useAskLeaveRefund, useChangeLeftCoach, useLeaveCase, useSuccessors, useWaitForCoach } from './leaves-data'

/** 教练变动: what stands with a coach who does not teach any more, or not for some days, and what the student wants. */
export function LeaveView({ id }: { id: string }) {
  const isLoggedIn = useUserId() !== null
  const nothing = <Empty title="没有这条通知" line="请从消息里打开" action={{ text: '返回', onPress: back }} />
  return <Page title="教练变动">{!isLoggedIn ? <SignedOut /> : id === '' ? nothing : <Read id={id} />}</Page>
}

function Read({ id }: { id: string }) {
  const { data, cause, isPending, isFetching, refetch } = useLeaveCase(id)
  const skeleton = useSkeleton(isPending)
  if (data) return <Case leave={data} />
  if (cause) return <ErrorBlock title="通知没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  return skeleton ? (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={120} radius={16} />
        <Skeleton height={200} radius={16} />
      </CardStack>
    </SkeletonGroup>
  ) : null
}

const WHAT = { LEFT: '已离开', STOPPED: '暂时不能授课', AWAY: '休假' } as const

const daysOf = ({ firstDay, lastDay }: Pick<LeaveCase, 'firstDay' | 'lastDay'>) =>
  firstDay === null || lastDay === null
    ? ''
    : firstDay === lastDay
      ? monthDotDay(firstDay)
      : `${monthDotDay(firstDay)}–${monthDotDay(lastDay)}`

function Case({ leave }: { leave: LeaveCase }) {
  const { coach, company, cause, reason, contracts, classes, mayChange, mayWait, restId } = leave
  const what = cause === 'AWAY' ? `${daysOf(leave)} 休假` : WHAT[cause]
  const note = reason === null ? company.name : `${company.name} · ${AWAY_REASON_NAMES[reason]}`
  return (
    <>
      <CardStack className="grow">
        <Stands leave={leave} />
        {restId !== null && (
          <Card flush>
            <Cell
              icon="clock"
              title="还有课时新教练不教"
              note="点进去再选一位教练，或退课"
              onPress={() => goTo(coachLeavePath(restId))}
            />
          </Card>
        )}
        <Card flush>
          <Cell
            lead={<Avatar id={coach.id} src={coach.avatar} size={48} />}
            title={`${coach.nickname} ${what}`}
            note={note}
          />
          {contracts.map(({ id, courseName, remainingSessions, expiryDate, extendedTo }) => (
            <Cell
              key={id}
              icon="document"
              title={courseName}
              note={`剩 ${lessonHoursText(remainingSessions)} 课时 · ${formatDotDay(expiryDate)} 到期${
                extendedTo === null ? '' : ` · 等教练预计延到 ${formatDotDay(extendedTo)}`
              }`}
              onPress={() => goTo(contractPath(company.id))}
            />
          ))}
        </Card>
        {classes.length > 0 && <Classes leave={leave} />}
        {mayChange && (isTrialOnly(leave) ? <OtherCoaches /> : <Choices leave={leave} />)}
        <Refund leave={leave} />
      </CardStack>
      {mayWait && classes.length > 0 && <WaitBar leave={leave} />}
    </>
  )
}

/** How it stands, in words. */
function Stands({ leave }: { leave: LeaveCase }) {
  const { state, cause, newCoach, classes, endsAt, remainingSessions, mayChange } = leave
  const now = useMinute()
  if (state === 'CHANGED')
    return <Notice tone="ok">{`已换成 ${newCoach?.nickname ?? ''}，课时照用，可以直接约课`}</Notice>
  if (state === 'WAITING')
    return (
      <Notice tone="info">
        {remainingSessions > 0
          ? '等教练回来，课时不受影响；不想等也可以换教练'
          : '教练回来会通知您，也可以再约别的教练'}
      </Notice>
    )
  if (state === 'RETURNED' || (state === 'ENDED' && !mayChange))
    return <Notice tone="ok">教练回来授课了，可以继续约课</Notice>
  if (state === 'REFUND_ASKED') return <Notice tone="info">已向俱乐部申请退课，俱乐部会答复您</Notice>
  if (state === 'REPLACED') return <Notice tone="info">又有新的变动，请看最新的通知</Notice>
  if (state === 'ENDED')
    return (
      <Notice tone="wait">{`没有选择，未上的课已取消${remainingSessions > 0 ? '，课时还在，随时可以换教练' : ''}`}</Notice>
    )
  if (classes.length > 0)
    return (
      <Notice tone="wait" icon="clock">
        {isTrialOnly(leave)
          ? `体验课上不了，到时自动取消，${backText(classes)}`
          : `${cause === 'AWAY' ? '请选择换教练，或等教练回来' : '请选择怎么安排'}；没有选择的课到时自动取消，${backText(classes)}`}
      </Notice>
    )
  return <Notice tone="wait" icon="clock">{`课时都在，请在 ${momentText(new Date(endsAt), now)} 前选择`}</Notice>
}

/** Who has nothing but a trial lesson takes no other coach: it ends, and its money goes back. */
const isTrialOnly = ({ contracts, classes }: LeaveCase) =>
  contracts.length === 0 && classes.every(({ trialFen }) => trialFen !== null)

/** What comes back of classes that are called off. */
function backText(classes: readonly Lesson[]): string {
  const money = classes.flatMap(({ trialFen }) => (trialFen === null ? [] : [`体验课 ¥${yuanOf(trialFen)} 原路退回`]))
  return [...(money.length < classes.length ? ['课时退回'] : []), ...money].join('，')
}

function OtherCoaches() {
  return (
    <Card flush>
      <Empty
        compact
        title="可以再约别的教练"
        line="体验课不能转给其他教练"
        action={{ text: '找教练', onPress: () => goTo(coachesPath()) }}
      />
    </Card>
  )
}

function Classes({ leave: { state, classes, cause } }: { leave: LeaveCase }) {
  const now = useMinute()
  const endOf = ({ callOffAt }: Lesson) =>
    state === 'OPEN' ? ` · ${momentText(new Date(callOffAt), now)} 自动取消` : ''
  return (
    <Card flush>
      <CardHead inset title="未上的课" tail={`${classes.length} 节`} />
      {classes.map((lesson) => (
        <Cell
          key={lesson.id}
          icon="calendar"
          title={timeOf(lesson)}
          note={`${lesson.courseDesignName} · ${lesson.stadiumName}${endOf(lesson)}`}
          value={cause === 'AWAY' && lesson.mayMove ? '可改时间' : undefined}
          onPress={() => goTo(bookingViewPath(lesson.id))}
        />
      ))}
    </Card>
  )
}

type Lesson = LeaveCase['classes'][number]
const timeOf = ({ courseDate, beginTimeSlot, endTimeSlot }: Lesson) =>
  `${monthDotDay(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)}`

/** Which classes a coach takes over, and which are called off for it. */
const shareOf = ({ freeClassIds }: LeaveSuccessor, classes: readonly Lesson[]) => ({
  taken: classes.filter(({ id }) => freeClassIds.includes(id)),
  off: classes.filter(({ id }) => !freeClassIds.includes(id)),
})

function Choices({ leave }: { leave: LeaveCase }) {
  const { data, cause, isFetching, refetch } = useSuccessors(leave.id, true)
  const change = useChangeLeftCoach()
  const choose = async (one: LeaveSuccessor) => {
    const { taken, off } = shareOf(one, leave.classes)
    const rest = leave.contracts.filter(({ id }) => !one.contractIds.includes(id))
    const left = [...new Set(rest.map(({ courseName }) => courseName))]
    const lines = [
      ...(taken.length > 0 ? [`${taken.map(timeOf).join('、')} 由${one.coach.nickname}来上，等对方确认`] : []),
      ...(off.length > 0 ? [`${off.map(timeOf).join('、')} 取消，${backText(off)}`] : []),
      ...(one.away ? [`${one.coach.nickname} ${daysOf(one.away)} 休假`] : []),
      ...(left.length > 0 ? [`${one.coach.nickname} 不教${left.join('、')}，这些课时之后再选`] : []),
    ]
    const isSure = await confirm({
      title: `换成 ${one.coach.nickname}？`,
      line: lines.join('；') || '课时和价格不变，换好后可以直接约课',
      confirmText: '换教练',
    })
    if (!isSure) return
    await change.act({ params: { id: leave.id }, body: { coachId: one.coach.id, classIds: taken.map(({ id }) => id) } })
  }
  return (
    <Card flush>
      <CardHead inset title="换教练" tail={leave.company.name} />
      {cause && !data && <ErrorBlock compact title="教练没有取到" cause={cause} onRetry={refetch} busy={isFetching} />}
      {data?.length === 0 && (
        <Empty
          compact
          title="这里没有其他教练教这门课"
          line="可以看看别处的教练，已有的课时请联系俱乐部或平台客服"
          action={{ text: '找教练', onPress: () => goTo(coachesPath()) }}
        />
      )}
      <View {...semantics({ role: 'group', label: '可以接手的教练' })}>
        {data?.map((one) => (
          <Successor
            key={one.coach.id}
            one={one}
            classes={leave.classes}
            busy={change.isPending}
            onChoose={() => choose(one)}
          />
        ))}
      </View>
    </Card>
  )
}

/** How many of the classes a coach is free for. */
function freeText(taken: number, all: number): string {
  if (all === 0) return ''
  if (taken === 0) return ' · 这些时间没空'
  return taken === all ? ' · 原时间有空' : ` · 能接 ${taken} 节`
}

type SuccessorProps = { one: LeaveSuccessor; classes: readonly Lesson[]; busy: boolean; onChoose: () => void }

function Successor({ one, classes, busy, onChoose }: SuccessorProps) {
  const { coach, courseNames, isProposed, away } = one
  const { taken } = shareOf(one, classes)
  const free = `${away ? ` · ${daysOf(away)} 休假` : ''}${freeText(taken.length, classes.length)}`
  return (
    <Cell
      lead={<Avatar id={coach.id} src={coach.avatar} size={48} />}
      title={
        <View className="wrap-8">
          {coach.nickname}
          {isProposed && <Tag kind="ok">俱乐部推荐</Tag>}
        </View>
      }
      note={`${courseNames.join('、')}${free}`}
      disabled={busy}
      label={`换成 ${coach.nickname}，${courseNames.join('、')}${free}`}
      onPress={onChoose}
    />
  )
}

function WaitBar({ leave }: { leave: LeaveCase }) {
  const { id, classes, contracts } = leave
  const what = isTrialOnly(leave) ? '取消体验课' : '等教练回来'
  const wait = useWaitForCoach()
  const longer = contracts.flatMap(({ courseName, extendedTo }) =>
    extendedTo === null ? [] : [`${courseName} 有效期预计延到 ${formatDotDay(extendedTo)}`],
  )
  const ask = async () => {
    const isSure = await confirm({
      title: `${what}？`,
      line: [`${classes.map(timeOf).join('、')} 取消，${backText(classes)}；教练回来后再约`, ...longer].join('；'),
      confirmText: what,
    })
    if (isSure) await wait.act({ params: { id } })
  }
  return (
    <ActionBar
      actions={
        <Button full kind="plain" busy={wait.isPending} onPress={ask}>
          {what}
        </Button>
      }
    />
  )
}

/** How a wish without an answer stands. */
function refundText(state: LeaveCase['state'], asked: NonNullable<LeaveCase['refund']>['state']): string {
  if (asked === 'OPEN') return '等俱乐部答复'
  return state === 'CHANGED' ? '已换教练，申请已撤回' : '没有等到答复，请联系俱乐部'
}

/** The way to pay back what was bought into a contract. It stands too where nobody knows whether something was. */
function BoughtHours({ contract, companyId }: { contract: LeaveCase['contracts'][number]; companyId: string }) {
  const { data, cause } = useCourseRefund(contract.id)
  const isBought = data?.lots.some(({ purchaseId, isGift, leftHours }) => purchaseId && !isGift && leftHours > 0)
  if (!isBought && !cause) return null
  return (
    <Cell
      icon="card"
      title="退买的课包"
      note={`${contract.courseName}，在合同里直接退，钱原路退回`}
      onPress={() => goTo(contractPath(companyId, undefined, contract.id))}
    />
  )
}

/** 退课: asked of the club in words, with its answer. */
function Refund({ leave: { id, state, mayAskRefund, refund, contracts, classes, company } }: { leave: LeaveCase }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const ask = useAskLeaveRefund()
  if (refund)
    return (
      <Card flush>
        <CardHead inset title="退课申请" />
        <Cell
          title={refund.text}
          note={refund.answer || refundText(state, refund.state)}
          onPress={() => goTo(questionPath(refund.id))}
        />
      </Card>
    )
  if (!mayAskRefund) return null
  return (
    <Card flush>
      {contracts.map((contract) => (
        <BoughtHours key={contract.id} contract={contract} companyId={company.id} />
      ))}
      <Cell
        icon="message"
        title="申请退课"
        note="不是在这里买的课时，由俱乐部答复怎么退"
        onPress={() => setIsOpen(true)}
      />
      <Sheet
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="申请退课"
        foot={
          <Button
            full
            busy={ask.isPending}
            lacks={text.trim() === '' ? '请写下想怎么退' : undefined}
            onPress={() => ask.act({ params: { id }, body: { text } }, { onDone: () => setIsOpen(false) })}
          >
            提交申请
          </Button>
        }
      >
        <View className="col-12 in-8-16">
          {classes.length > 0 && (
            <Notice tone="info">{`未上的 ${classes.length} 节课会取消，${backText(classes)}`}</Notice>
          )}
          <Field
            label="想怎么退"
            value={text}
            onInput={setText}
            multiline
            maxLength={QUESTION_LENGTHS.text}
            placeholder="例如 剩下的课时不想换教练，希望退款"
          />
        </View>
      </Sheet>
    </Card>
  )
}
