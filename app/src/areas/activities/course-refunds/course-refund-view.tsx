import {
  type CourseRefundPreview,
  type HeldClass,
  type PurchaseToRefund,
  previewCourseRefund,
} from '@paidang/api/areas/activities/course-refunds'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { CARD_NAME } from '@paidang/domain/areas/money/cards/stored-card'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import {
  type CourseRefundPlan,
  courseRefundPlan,
  expiryAfterRefund,
  isWithinWholeRefund,
  type RefundLine,
  type RefundPart,
  WHOLE_REFUND_DAYS,
  whyNotRefundCourse,
} from '@paidang/domain/areas/money/contracts/course-refund'
import { PAY_METHOD_NAMES, type RefundTarget, SOURCE_REFUND_DAYS } from '@paidang/domain/areas/money/payments/order'
import { dayOf, formatDotDay, hasBegun, monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { HeroGround } from '../../../ui/hero-ground'
import { Icon, type IconName } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { Segmented } from '../../../ui/segmented'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { dayText, momentText } from '../../../ui/time-format'
import { AskCard } from '../questions/ask-card'
import { useCourseRefund, useRefundCourse } from './course-refund-data'
import styles from './course-refund-view.module.scss'

/** 退课: the classes that are booked, how much comes back, and where it goes. */
export function CourseRefundView({ contractId }: { contractId: string }) {
  const isLoggedIn = useUserId() !== null
  return <Page title="退课">{isLoggedIn ? <OfContract contractId={contractId} /> : <SignedOut />}</Page>
}

function OfContract({ contractId }: { contractId: string }) {
  const { data, error, cause, isPending, isFetching, refetch } = useCourseRefund(contractId)
  const skeleton = useSkeleton(isPending && contractId !== '')
  if (data) return <Refund preview={data} />
  if (skeleton) return <RefundSkeleton />
  if (isPending && contractId !== '') return null
  if (cause && !(error instanceof ApiError && error.status === 404))
    return <ErrorBlock title={previewCourseRefund.outcome.failed} cause={cause} onRetry={refetch} busy={isFetching} />
  return <Empty title={errors.contract_not_found.message} action={{ text: '返回', onPress: back }} />
}

type Choice = 'keep' | 'cancel'

function Refund({ preview }: { preview: CourseRefundPreview }) {
  const now = useMinute()
  const { contract, classes, purchases, lots } = preview
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const refund = useRefundCourse()
  const planWith = (kept: readonly HeldClass[]) => {
    const keptHours = kept.reduce((sum, { hours }) => sum + hours, 0)
    const bought = purchases.map((one) => ({ ...one, paidAt: new Date(one.paidAt) }))
    return courseRefundPlan(bought, lots, { keptHours, now })
  }
  const whyNotOf = (plan: CourseRefundPlan) => whyNotRefundCourse(plan, contract, dayOf(now))
  const open = classes.filter(({ lock }) => lock === null)
  // Hours of a class that is cancelled may be such as do not come back.
  const staysHours =
    purchases.some(({ isBound }) => isBound) || lots.some((lot) => !lot.purchaseId && lot.leftHours > 0)
  const cancelled = open.filter(({ id }) => choices[id] === 'cancel')
  const kept = classes.filter((one) => !cancelled.includes(one))
  const unanswered = open.filter(({ id }) => choices[id] === undefined).length
  const plan = planWith(kept)
  if (whyNotOf(planWith(classes.filter(({ lock }) => lock !== null)))) return <Nothing preview={preview} />

  const { back: sum, giftHours } = plan
  const expiryDate = expiryAfterRefund(plan, purchases, {
    expiryDate: contract.expiryDate,
    lastKeptDay: kept[kept.length - 1]?.courseDate ?? null,
    today: dayOf(now),
  })
  const until = expiryDate === contract.expiryDate ? undefined : formatDotDay(expiryDate)
  const press = async () => {
    const isSure = await confirm({
      title: '退课？',
      facts: [
        { name: '退回', value: `¥${yuanOf(sum.fen)}` },
        ...(cancelled.length > 0 ? [{ name: '取消', value: `${cancelled.length} 节课` }] : []),
        ...(giftHours > 0 ? [{ name: '失效', value: `赠送的 ${lessonHoursText(giftHours)} 课时` }] : []),
        ...(until ? [{ name: '其余课时有效期回到', value: until }] : []),
      ],
      tone: 'wait',
      confirmText: '确认退课',
      danger: true,
    })
    if (!isSure) return
    const body = { cancelledIds: cancelled.map(({ id }) => id), amountFen: sum.fen, seen: preview.seen }
    await refund.act({ params: { id: contract.id }, body }, { onShown: () => back() })
  }
  const refusal = whyNotOf(plan)
  const choice = unanswered > 0 ? `还有 ${unanswered} 节课没选，先按保留算` : '退课后不能恢复'
  const hint = refusal ? errors[refusal].message : choice
  return (
    <>
      <CardStack className="fill">
        <ContractHero contract={contract} />
        {classes.length > 0 && (
          <Card>
            <CardHead title={`先处理约好的 ${classes.length} 节课`} />
            {classes.map((one) => (
              <ClassRow
                key={one.id}
                held={one}
                staysHours={staysHours}
                now={now}
                choice={choices[one.id]}
                onChoose={(choice) => setChoices((old) => ({ ...old, [one.id]: choice }))}
              />
            ))}
          </Card>
        )}
        <Sum plan={plan} purchases={purchases} kept={kept} now={now} />
        <Sources parts={plan.parts} purchases={purchases} now={now} />
        <Rule plan={plan} purchases={purchases} kept={kept} now={now} />
        {until && <Notice tone="wait">{`退掉的课包延长过有效期，其余课时的有效期回到 ${until}`}</Notice>}
      </CardStack>
      <ActionBar
        actions={
          <Button
            kind="danger"
            busy={refund.isPending}
            disabled={refusal !== undefined}
            lacks={unanswered > 0 ? `还有 ${unanswered} 节课没选` : undefined}
            onPress={press}
          >
            确认退课
          </Button>
        }
      >
        <View className="baseline-8">
          <View className="t-sub muted">退回</View>
          <Price amountFen={sum.fen} size="l" tone="ink" />
        </View>
        <View className="t-caption muted">
          {refund.error ? <View className={styles.changed}>{refund.refusal}</View> : hint}
        </View>
      </ActionBar>
    </>
  )
}

const BOUND = `${WHOLE_REFUND_DAYS} 天内没用过可以退，之后不退`

/** Nothing can come back, and why. */
function Nothing({ preview: { contract, purchases } }: { preview: CourseRefundPreview }) {
  const line =
    purchases.length === 0
      ? '这些课时不是在这里买的，退课请联系俱乐部'
      : contract.isCorrected
        ? '前台的收款登记有误，已冲正，课时已收回'
        : contract.refundedAt
          ? '这份合同已经退过课'
          : purchases.some(({ isBound }) => isBound)
            ? `买的时候约定：${BOUND}。课时照常用`
            : '买的课时都用完、约满或过期了，赠送的不退款'
  return (
    <CardStack>
      <ContractHero contract={contract} />
      <Empty compact title={errors.course_refund_nothing.message} line={line} />
      {purchases.length === 0 && (
        <AskCard
          kind="course"
          objectId={contract.courseId}
          name={contract.courseName}
          title="问问俱乐部怎么退"
          example="比如：还有几课时没用，想退掉"
        />
      )}
    </CardStack>
  )
}

function ContractHero({ contract }: Pick<CourseRefundPreview, 'contract'>) {
  const { courseName, companyName, expiryDate, remainingSessions, heldSessions, consumedSessions } = contract
  const parts = [
    { name: '可用', hours: remainingSessions - heldSessions },
    { name: '已预占', hours: heldSessions },
    { name: '已消课', hours: consumedSessions },
  ]
  return (
    <HeroGround rounded>
      <View className={styles.hero}>
        <View className="t-headline breaks" {...semantics({ role: 'heading', level: 2 })}>
          {courseName}
        </View>
        <View className={classNames(styles.light, 't-caption')}>
          <Facts>{[companyName, `${formatDotDay(expiryDate)} 到期`]}</Facts>
        </View>
        <View className={styles.hours}>
          {parts.map(({ name, hours }) => (
            <View key={name} className={styles.part}>
              <View className={styles.number}>{lessonHoursText(hours)}</View>
              <View className={classNames(styles.light, 't-caption')}>{name}</View>
            </View>
          ))}
        </View>
      </View>
    </HeroGround>
  )
}

const choicesOf = (staysHours: boolean) =>
  [
    { key: 'keep', text: '保留，上完' },
    { key: 'cancel', text: staysHours ? '取消，退回课时' : '取消，一起退' },
  ] as const

type RowProps = {
  held: HeldClass
  staysHours: boolean
  now: Date
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}

function ClassRow({ held, staysHours, now, choice, onChoose }: RowProps) {
  const { courseDate, beginTimeSlot, endTimeSlot, coachName, hours, freeUntil, lock } = held
  const when = `${dayText(courseDate, now)} ${whenOf(beginTimeSlot, endTimeSlot)}`
  const free = freeUntil ? `${momentText(new Date(freeUntil), now)} 前免费取消` : '现在取消不扣课时'
  // A class that is signed counts as running before its time.
  const begun = hasBegun(courseDate, beginTimeSlot, now) ? '已开始' : '不能再取消'
  const rule = lock === 'BEGUN' ? begun : lock === 'LATE' ? '已过免费取消时间' : free
  return (
    <View className={styles.line}>
      <View className="wrap-8-12">
        <View className="words">
          <View className="t-strong">{when}</View>
          <View className="t-caption muted">
            <Facts>{[coachName, `预占 ${lessonHoursText(hours)}`, rule]}</Facts>
          </View>
        </View>
        {lock && (
          <Tag kind="mute" icon="lock">
            照常上课
          </Tag>
        )}
      </View>
      {!lock && (
        <View className="mt-8">
          <Segmented label={when} items={choicesOf(staysHours)} value={choice ?? ('' as Choice)} onChange={onChoose} />
        </View>
      )}
    </View>
  )
}

/** The price that was paid for each hour, where it is one for all of them. */
function priceOf(purchases: readonly PurchaseToRefund[]): number | undefined {
  const prices = purchases.map(({ paidFen, returnedFen, hours }) => (paidFen - returnedFen) / hours)
  const [first] = prices
  return prices.every((price) => price === first) && first !== undefined && first % 1 === 0 ? first : undefined
}

const timesText = (count: number) => (count === 2 ? '两' : `${count} `)

type PartProps = {
  plan: CourseRefundPlan
  purchases: readonly PurchaseToRefund[]
  kept: readonly HeldClass[]
  now: Date
}

/** 退多少: the subtraction, line by line. */
function Sum({ plan, purchases, kept, now }: PartProps) {
  const price = priceOf(purchases)
  const [first] = kept
  const keptText = kept.length === 1 && first?.courseDate === dayOf(now) ? '今天这节' : `保留的 ${kept.length} 节课`
  const hoursText = ({ hours, fen }: RefundLine) =>
    price !== undefined && hours * price === fen
      ? `${lessonHoursText(hours)} 课时 × ¥${yuanOf(price)}`
      : `${lessonHoursText(hours)} 课时`
  const { paid, returned, refunded, used, expired, bound, giftHours } = plan
  const paidText = [
    `${lessonHoursText(paid.hours)} 课时`,
    ...(purchases.length > 1 ? [`${timesText(purchases.length)}次购买`] : []),
  ]
  return (
    <Card>
      <CardHead title="退多少" tail={price !== undefined && `实付 ¥${yuanOf(price)} / 课时`} />
      <Line name="一共付了" note={paidText.join('，')}>{`¥${yuanOf(paid.fen)}`}</Line>
      {returned.fen > 0 && <Minus name="之前退过的差价" note="不再重复退" fen={returned.fen} />}
      {refunded.fen > 0 && <Minus name="上次退课" note={hoursText(refunded)} fen={refunded.fen} />}
      {used.fen > 0 && <Minus name="已消课" note={hoursText(used)} fen={used.fen} />}
      {expired.fen > 0 && <Minus name="已过期的课时" note={hoursText(expired)} fen={expired.fen} />}
      {bound.fen > 0 && <Minus name="约定不退的课时" note={hoursText(bound)} fen={bound.fen} />}
      {plan.kept.fen > 0 && <Minus name={keptText} note={hoursText(plan.kept)} fen={plan.kept.fen} />}
      {giftHours > 0 && (
        <Line name={`赠送的 ${lessonHoursText(giftHours)} 课时`} note="不退款，退课后失效">
          ¥0
        </Line>
      )}
      <View className={classNames(styles.sum, 'wrap-8-12')}>
        <View className="words">
          <View className="t-strong">退回</View>
          <View className="t-caption muted">{hoursText(plan.back)}</View>
        </View>
        <View className={styles.back}>{`¥${yuanOf(plan.back.fen)}`}</View>
      </View>
    </Card>
  )
}

const Minus = ({ name, note, fen }: { name: string; note: string; fen: number }) => (
  <Line name={name} note={note}>{`−¥${yuanOf(fen)}`}</Line>
)

function Line({ name, note, children }: { name: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <View className={classNames(styles.line, 'wrap-8-12')}>
      <View className="words">
        <View>{name}</View>
        <View className="t-caption muted">{note}</View>
      </View>
      <View className="t-strong">{children}</View>
    </View>
  )
}

const WAYS: Record<RefundTarget, { icon: IconName; name: string; when: string }> = {
  CARD: { icon: 'card', name: CARD_NAME, when: '立即到账' },
  SOURCE: { icon: 'message', name: PAY_METHOD_NAMES.WECHAT, when: '1–3 个工作日' },
  OFFLINE: { icon: 'home', name: '前台', when: '到前台领取' },
}

/** 退到哪里: each purchase with what of it comes back, the latest first. */
function Sources({
  parts,
  purchases,
  now,
}: {
  parts: readonly RefundPart[]
  purchases: readonly PurchaseToRefund[]
  now: Date
}) {
  const rows = parts.flatMap((part) => {
    const purchase = purchases.find(({ id }) => id === part.purchaseId)
    return purchase && part.amountFen > 0 ? [{ part, purchase }] : []
  })
  return (
    <Card>
      <CardHead title="退到哪里" />
      {rows.reverse().map(({ part, purchase: { id, paidAt, hours, method, target } }) => {
        const { icon, name, when } = WAYS[target]
        const rest = part.hours === hours ? '全部没用' : `剩 ${lessonHoursText(part.hours)} 课时`
        const isOld = target === 'CARD' && method !== 'CARD'
        return (
          <View key={id} className={classNames(styles.line, 'row-12')}>
            <Icon name={icon} size={20} className="brand" />
            <View className="grow wrap-8-12">
              <View className="words">
                <View>{name}</View>
                <View className="t-caption muted">{`${boughtOn(paidAt, now)} 买的 ${hours} 课时，${rest}`}</View>
                {isOld && <View className="t-caption wait">{`支付超过 ${SOURCE_REFUND_DAYS} 天，不能退回微信`}</View>}
              </View>
              <View className={styles.right}>
                <View className="t-strong">{`¥${yuanOf(part.amountFen)}`}</View>
                <View className="t-caption muted">{when}</View>
              </View>
            </View>
          </View>
        )
      })}
    </Card>
  )
}

/** 10.13, and the year where it is another one. */
function boughtOn(paidAt: string, now: Date): string {
  const day = dayOf(new Date(paidAt))
  return day.slice(0, 4) === dayOf(now).slice(0, 4) ? monthDotDay(day) : formatDotDay(day)
}

/** By which rule, and what becomes of the contract. */
function Rule({ plan, purchases, kept, now }: PartProps) {
  const { isWhole, stayingHours, bound, boundGiftHours, endsContract } = plan
  const staying =
    stayingHours > 0
      ? `另外 ${lessonHoursText(stayingHours)} 课时不是在这里买的，留在合同里照常用；要退请联系俱乐部。`
      : bound.hours > 0
        ? `约定不退的 ${lessonHoursText(bound.hours)} 课时${boundGiftHours > 0 ? `和赠送的 ${lessonHoursText(boundGiftHours)} 课时` : ''}留在合同里照常用。`
        : endsContract
          ? undefined
          : '保留的课先用不是在这里买的课时，合同照常用。'
  if (isWhole)
    return (
      <Notice tone="ok" icon="check">
        {[`${WHOLE_REFUND_DAYS} 天内没用过，全额退`, staying].filter(Boolean).join('。')}
      </Notice>
    )
  const isOver = purchases.every(({ paidAt }) => !isWithinWholeRefund(new Date(paidAt), now))
  const many = purchases.length > 1 ? `${timesText(purchases.length)}次购买都过了` : '购买过了'
  const isMixed = purchases.some(({ isBound }) => isBound)
  const over = isOver && !isMixed ? `${many.trim()} ${WHOLE_REFUND_DAYS} 天，` : ''
  const isToday = kept.every(({ courseDate }) => courseDate === dayOf(now))
  const end = staying ?? (kept.length > 0 ? `${isToday ? '今天的课' : '保留的课'}上完，合同结束。` : '退课后合同结束。')
  return <Notice tone="info">{`${over}按未用课时退，先买的先用。${end}`}</Notice>
}

function RefundSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={141} radius={16} />
        <Skeleton height={220} radius={16} />
        <Skeleton height={160} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
