import { type CoursePackages, type PackageOnSale, packagesOfCourse } from '@paidang/api/areas/money/packages'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { WHOLE_REFUND_DAYS } from '@paidang/domain/areas/money/contracts/course-refund'
import {
  packageHourFen,
  packageSavingFen,
  packageToPropose,
  type RefundRule,
} from '@paidang/domain/areas/money/contracts/package'
import { whyCapped } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { bookingClassPath, cashierPath, coachPagePath, packageConfirmPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { ChoiceSheet } from '../../../ui/choice-sheet'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { RadioMark } from '../../../ui/radio-mark'
import { Segmented } from '../../../ui/segmented'
import { pressable, roving, semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { useFeature } from '../../ground/features/features-data'
import { usePackages } from './packages-data'
import styles from './packages-view.module.scss'

type Show = (course: CoursePackages) => ReactNode

/** The frame of both pages of a course's packages: log-in, loading, failure. */
export function PackagePage({ title, courseId, show }: { title: string; courseId: string; show: Show }) {
  const isLoggedIn = useUserId() !== null
  const isOff = useFeature('packages') === false
  return (
    <Page title={title}>
      {isOff ? (
        <Empty title={errors.packages_off.message} action={{ text: '返回', onPress: back }} />
      ) : isLoggedIn ? (
        <OfCourse courseId={courseId} show={show} />
      ) : (
        <SignedOut />
      )}
    </Page>
  )
}

function OfCourse({ courseId, show }: { courseId: string; show: Show }) {
  const { data, error, cause, isPending, isFetching, refetch } = usePackages(courseId)
  const skeleton = useSkeleton(isPending && courseId !== '')
  if (data) return <>{show(data)}</>
  if (skeleton) return <PackagesSkeleton />
  if (isPending && courseId !== '') return null
  if (cause && !(error instanceof ApiError && error.status === 404))
    return <ErrorBlock title={packagesOfCourse.outcome.failed} cause={cause} onRetry={refetch} busy={isFetching} />
  return <Empty title={errors.course_not_found.message} action={{ text: '返回', onPress: back }} />
}

/** 购买课时: what one has of the course, and its packages. */
export function PackagesView({ courseId }: { courseId: string }) {
  return <PackagePage title="购买课时" courseId={courseId} show={(course) => <Choice offer={course} />} />
}

function Choice({ offer }: { offer: CoursePackages }) {
  const { course, coaches, obstacle, packages, lastHours, lastForMinor, caps, openOrderId } = offer
  const [chosenId, choose] = useState<string>()
  const [stated, state] = useState<Learner>()
  const asks = asksLearner(offer)
  const learner = asks ? (stated ?? learnerOf(lastForMinor)) : undefined
  const cappedOf = (one: PackageOnSale) => whyCapped(one, learner === 'minor', offer)
  const open = packages.filter((one) => !cappedOf(one))
  const chosen = open.find(({ id }) => id === chosenId) ?? packageToPropose(open, lastHours) ?? packages[0]
  const paused = pausedText(offer)
  const refusal = obstacle && !paused ? obstacleText(obstacle) : chosen && cappedOf(chosen)
  return (
    <>
      <CardStack className="fill">
        <CourseHead offer={offer} />
        {openOrderId !== null && (
          <Notice
            tone="wait"
            icon="warning"
            tail={
              <Button kind="plain" size="s" onPress={() => goTo(cashierPath(openOrderId))}>
                去支付
              </Button>
            }
          >
            还有一笔没付的购课订单
          </Notice>
        )}
        {asks && chosen && obstacle === null && (
          <Card>
            <CardHead title="谁来上课" tail={caps.minor ? '未成年人有购课上限' : '有的课包未成年人不能买'} />
            <Segmented<Learner | ''>
              label="谁来上课"
              items={LEARNERS}
              value={learner ?? ''}
              onChange={(key) => key !== '' && state(key)}
            />
          </Card>
        )}
        {paused ? (
          <Empty compact title={paused} line="已有的课时照常使用" />
        ) : chosen ? (
          <View>
            <View className={classNames(styles.above, 't-headline')} {...semantics({ role: 'heading', level: 2 })}>
              选课包
            </View>
            <View
              className="col-12"
              {...semantics({ role: 'radiogroup', label: '课包' })}
              {...roving({ keys: open.map(({ id }) => id), value: chosen.id, onChange: choose })}
            >
              {packages.map((one) => (
                <PackageCard
                  key={one.id}
                  sold={one}
                  singleFen={course.pricePerSession}
                  capped={cappedOf(one)}
                  on={one.id === chosen.id && !cappedOf(one)}
                  onChoose={() => choose(one.id)}
                />
              ))}
            </View>
          </View>
        ) : (
          <Empty
            compact
            title="这门课还没有课包"
            line="续课请联系教练"
            action={{ text: '联系教练', onPress: () => goTo(bookingClassPath()) }}
          />
        )}
        {chosen && !paused && <BackRule rule={chosen.refundRule} />}
      </CardStack>
      {chosen && !paused && (
        <ActionBar
          actions={
            refusal ? (
              obstacle === 'NO_COACH' ? (
                <ToCoach coaches={coaches} />
              ) : (
                <Button disabled>{obstacle ? '自己的课' : '已到上限'}</Button>
              )
            ) : (
              <Button
                disabled={asks && !learner}
                onPress={() => goTo(packageConfirmPath(course.id, chosen.id, learner))}
              >
                去确认
              </Button>
            )
          }
        >
          <Price amountFen={chosen.priceFen} size="l" />
          <View className="t-caption muted">
            {refusal ?? (asks && !learner ? errors.package_learner_unknown.message : whatText(chosen))}
          </View>
        </ActionBar>
      )}
    </>
  )
}

/** Leads who is no student yet to the page of a coach of the course, where one asks to become it. */
function ToCoach({ coaches }: Pick<CoursePackages, 'coaches'>) {
  const [isChoosing, setIsChoosing] = useState(false)
  const open = (id: string) => goTo(coachPagePath(id))
  const [first, ...others] = coaches
  return (
    <>
      <Button onPress={() => (first && others.length === 0 ? open(first.id) : setIsChoosing(true))}>先成为学员</Button>
      <ChoiceSheet
        open={isChoosing}
        title="成为哪位教练的学员"
        items={coaches.map(({ id, nickname }) => ({ key: id, text: nickname }))}
        value=""
        onChoose={open}
        onClose={() => setIsChoosing(false)}
      />
    </>
  )
}

/** Whether it must be stated who takes the classes: the club caps what minors get, or has what is not sold for them. */
export const asksLearner = ({ caps, packages }: CoursePackages): boolean =>
  caps.minor !== null || packages.some(({ refundRule }) => refundRule === 'FIRST_DAYS')

/** Who takes the classes, where it must be stated. */
const LEARNERS = [
  { key: 'adult', text: '成年人' },
  { key: 'minor', text: '未满 18 岁' },
] as const
type Learner = (typeof LEARNERS)[number]['key']
const learnerOf = (isForMinor: boolean | null): Learner | undefined =>
  isForMinor === null ? undefined : isForMinor ? 'minor' : 'adult'

export const obstacleText = (obstacle: NonNullable<CoursePackages['obstacle']>) =>
  obstacle === 'OWN' ? errors.package_course_taught.message : errors.package_needs_coach.message

/** That nothing of the course is sold, if so. */
export function pausedText({ obstacle, company }: CoursePackages): string | undefined {
  if (obstacle === 'PAUSED') return `${company.companyName}暂停售课`
  return obstacle === 'STOPPED' ? '这门课暂停售课' : undefined
}

/** 20 课时，另赠 1 课时. */
const whatText = ({ hours, giftHours }: PackageOnSale) =>
  giftHours > 0 ? `${hours} 课时，另赠 ${giftHours} 课时` : `${hours} 课时`

/** The course, its company, the hours that one has, and who teaches it. */
function CourseHead({ offer: { course, company, coaches, contract } }: { offer: CoursePackages }) {
  const available = contract ? contract.remainingSessions - contract.heldSessions : 0
  const names = coaches.map(({ nickname }) => nickname)
  return (
    <Card>
      <View className="wrap-8-12">
        <View className="words">
          <View className="t-headline breaks" {...semantics({ role: 'heading', level: 2 })}>
            {course.courseName}
          </View>
          <View className="t-caption muted">
            <Facts>{[company.companyName, `每课时 ${course.sessionDuration} 分钟`]}</Facts>
          </View>
        </View>
        <View className={styles.have}>
          <View className="t-title-2">{lessonHoursText(available)}</View>
          <View className="t-caption muted">课时可用</View>
        </View>
      </View>
      {coaches.length > 0 && (
        <View className={classNames(styles.coaches, 'wrap-8-12')}>
          {coaches.slice(0, 3).map(({ id, avatar }) => (
            <Avatar key={id} id={id} src={avatar} size={32} />
          ))}
          <View className="words t-sub muted">
            {names.length > 3
              ? `${names.slice(0, 3).join('、')}等 ${names.length} 位都能上`
              : `${names.join('、')}${names.length > 1 ? '都能上' : '授课'}`}
          </View>
        </View>
      )}
    </Card>
  )
}

type CardProps = {
  sold: PackageOnSale
  singleFen: number
  /** The cap that it meets. */
  capped: string | undefined
  on: boolean
  onChoose: () => void
}

function PackageCard({ sold, singleFen, capped, on, onChoose }: CardProps) {
  const { id, hours, giftHours, priceFen, validDays, refundRule } = sold
  const isBound = refundRule === 'FIRST_DAYS'
  const saving = packageSavingFen(sold, singleFen)
  const facts = [`¥${yuanOf(packageHourFen(sold))} / 课时`, `${validDays} 天有效`]
  const saves = saving > 0 ? `省 ¥${yuanOf(saving)}` : '原价'
  return (
    <View
      className={classNames(styles.package, 'wrap-8-12', on && styles.on, capped && styles.capped)}
      data-key={id}
      {...pressable({
        role: 'radio',
        checked: on,
        disabled: capped !== undefined,
        tabIndex: on ? 0 : -1,
        label: [whatText(sold), `¥${yuanOf(priceFen)}`, ...facts, isBound && BOUND, capped ?? saves]
          .filter(Boolean)
          .join('，'),
        onPress: onChoose,
      })}
    >
      <RadioMark on={on} />
      <View className="words">
        <View className="wrap-8">
          <View className={styles.hours}>{`${hours} 课时`}</View>
          {giftHours > 0 && <Tag kind="ok" icon={null}>{`赠 ${giftHours} 课时`}</Tag>}
          {isBound && (
            <Tag kind="wait" icon={null}>
              {BOUND}
            </Tag>
          )}
        </View>
        <View className="t-caption muted">
          <Facts>{facts}</Facts>
        </View>
        {capped && <View className={classNames(styles.cap, 't-caption')}>{capped}</View>}
      </View>
      <View className={styles.have}>
        <Price amountFen={priceFen} tone="ink" />
        {capped ? null : saving > 0 ? (
          <View className="t-caption brand">{saves}</View>
        ) : (
          <View className="t-caption muted">{saves}</View>
        )}
      </View>
    </View>
  )
}

/** What a package without a later refund says, shortly and in its place among the rules. */
export const BOUND = `${WHOLE_REFUND_DAYS} 天后不退`
export const LATER: Record<RefundRule, string> = {
  UNUSED: '未用课时 × 实付单价',
  FIRST_DAYS: '不退款，课时照常用；俱乐部不再开课则照退',
}

const backRules = (rule: RefundRule) =>
  [
    { icon: 'swap', tone: styles.whole, title: `${WHOLE_REFUND_DAYS} 天内没用过`, line: '全额退款' },
    { icon: 'clock', tone: styles.later, title: `${WHOLE_REFUND_DAYS} 天之后`, line: LATER[rule] },
    { icon: 'star', tone: styles.gift, title: '赠送课时', line: '最后使用，不退款' },
  ] as const

/** 退课规则 of the package that is chosen, before any press. */
function BackRule({ rule }: { rule: RefundRule }) {
  return (
    <Card>
      <CardHead title="退课规则" />
      <View className="col-12">
        {backRules(rule).map(({ icon, tone, title, line }) => (
          <View key={title} className="row-12">
            <View className={classNames(styles.tile, tone, 'centre')}>
              <Icon name={icon} size={16} />
            </View>
            <View className="grow">
              <View className="t-strong">{title}</View>
              <View className="t-caption muted">{line}</View>
            </View>
          </View>
        ))}
      </View>
    </Card>
  )
}

function PackagesSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={128} radius={16} />
        <Skeleton height={76} radius={16} />
        <Skeleton height={76} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
