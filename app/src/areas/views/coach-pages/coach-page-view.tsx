import { type CoachPage, getCoachPage } from '@paidang/api/areas/views/coach-pages'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { useRef, useState } from 'react'
import { coachesPath, coachPagePath, packagesPath, stadiumDetailPath, userCardPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { kilometresTo, useNearPoint } from '../../../platform/near-point'
import { useUserId } from '../../../platform/session'
import { usePageShown } from '../../../platform/use-page-shown'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack, MoreLink } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { Price } from '../../../ui/price'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { Tag } from '../../../ui/tag'
import { VenuePicture } from '../../../ui/venue-picture'
import { AskCard } from '../../activities/questions/ask-card'
import { useFeature } from '../../ground/features/features-data'
import { useShareActions } from '../../ground/sharing/share-actions'
import { shareIdOf, useOpenShare, useSharePage, withPicture } from '../../ground/sharing/sharing-data'
import { levelText } from '../../people/profile/level-scale'
import styles from './coach-pages.module.scss'
import { listedTrial, useCoachPage, useSetTakesStudents } from './coach-pages-data'
import { ApplySheet, courseFacts } from './parts/apply-sheet'
import { type Arrival, FreeDays, MainAction, OpenRequest, OwnTrial } from './parts/asking'

type Props = Partial<Record<'id' | 'i' | 'scene' | 'date' | 'at' | 'venue' | 'course' | 'changes', string | undefined>>

/**
 * 教练主页: how a player without a coach comes to one. Open to everybody; a scanned code names it by a short id. `date`,
 * `at` and `venue` are the day, the half-hour and the place that were pressed in a list, `course` is the one that led
 * here, and with `changes` the hours of an unpaid trial lesson are changed at once.
 */
export function CoachPageView({ id, i, scene, date, at, venue, course, changes }: Props) {
  const [asked] = useState(() =>
    date && at ? { date, beginTimeSlot: Number(at), ...(venue && { stadiumId: venue }) } : undefined,
  )
  // The page is read again after the log-in, and what was chosen meanwhile counts more than its address.
  const isFresh = useRef(true)
  const opened = useOpenShare(id === undefined ? shareIdOf({ i, scene }) : null)
  const named = opened.data?.kind === 'coach' ? opened.data.objectId : null
  const read = useCoachPage(id ?? named, asked)
  const { data, error, cause, isFetching, refetch } = read
  const skeleton = useSkeleton(opened.isLoading || read.isLoading)
  usePullOf(read, getCoachPage.outcome)
  const isGuest = useUserId() === null
  // Here, where it outlasts the log-in: then the page is read again.
  const isShown = usePageShown()
  const { find } = useSharePage({ kind: 'coach', objectId: data?.coach.id })
  const link = { title: data ? `${data.coach.nickname} 教练` : '教练', path: coachPagePath(data?.coach.id ?? '') }
  useShareAppMessage(() => withPicture(link, isGuest || !data ? undefined : find))

  const content = () => {
    if (data)
      return (
        <Body
          page={data}
          {...{ asked, course, changes, isFresh, isShown, link }}
          findShared={isGuest ? undefined : find}
        />
      )
    if (skeleton) return <PageSkeleton />
    if (opened.isLoading || read.isLoading) return null
    if ((error ?? opened.error) instanceof ApiError || !cause) {
      return (
        <Empty
          title={errors.coach_not_found.message}
          line="可能已停止授课，看看其他教练"
          action={{ text: '找教练', onPress: () => goTo(coachesPath()) }}
          second={{ text: '返回', onPress: back }}
        />
      )
    }
    return <ErrorBlock title="教练没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  }
  return (
    <Page title="教练" hero={data ? <Head page={data} /> : <View className={styles.hero} />}>
      {content()}
    </Page>
  )
}

function Head({ page: { coach, clubs } }: { page: CoachPage }) {
  const figures = [
    ...(coach.yearsTeaching === null ? [] : [{ name: '年执教', count: coach.yearsTeaching }]),
    { name: '节课已上', count: coach.classesCount },
    { name: '个赞', count: coach.likesCount },
  ]
  return (
    <View className={styles.hero}>
      <View className={styles.who}>
        <Avatar id={coach.id} src={coach.avatar} size={84} />
        <View className="grow">
          <View className={styles.name}>{coach.nickname}</View>
          <View className="wrap-8 mt-8">
            {!coach.levelIsUnsaid && <Tag kind="lime">{levelText(coach)}</Tag>}
            {coach.isVerified && (
              <Tag kind="veil" icon="verified">
                已认证
              </Tag>
            )}
            <Tag kind="veil">{clubs[0] ?? '个人教练'}</Tag>
          </View>
        </View>
      </View>
      <View className={styles.figures}>
        {figures.map(({ name, count }) => (
          <View key={name} className={styles.figure}>
            <View className={styles.count}>{count}</View>
            <View className="t-sub">{name}</View>
          </View>
        ))}
      </View>
    </View>
  )
}

type Link = { title: string; path: string }
type BodyProps = {
  page: CoachPage
  link: Link
  findShared: ReturnType<typeof useSharePage>['find'] | undefined
}

function Body({ page, isShown, link, findShared, ...arrival }: BodyProps & Arrival & { isShown: boolean }) {
  const { coach, tie, request, trial } = page
  return (
    <>
      <CardStack className={classNames(styles.over, 'grow')}>
        {coach.description !== '' && (
          <Card>
            <View className="t-body">{coach.description}</View>
          </Card>
        )}
        {request && <OpenRequest request={request} page={page} />}
        {trial?.own && <OwnTrial page={page} own={trial.own} />}
        <FreeDays page={page} {...arrival} />
        <Courses page={page} />
        <Venues page={page} />
        {tie !== 'SELF' && tie !== 'BLOCKED' && <AskCard kind="coach" objectId={coach.id} name={coach.nickname} />}
        {tie === 'SELF' && <OwnSettings page={page} />}
        <ShareCard page={page} link={link} findShared={findShared} />
      </CardStack>
      <MainAction page={page} />
      <ApplySheet page={page} isShown={isShown} />
    </>
  )
}

function Courses({ page }: { page: CoachPage }) {
  const { courses, tie } = page
  const trial = listedTrial(page)
  const sellsHours = useFeature('packages') && tie === 'STUDENT'
  return (
    <Card>
      <CardHead title="课程与价格" />
      {trial && (
        <View className={classNames(styles.course, styles.first, 'wrap-8-12')}>
          <View className="words">
            <View className="wrap-8">
              <View className="t-strong">{trial.courseName}</View>
              <Tag kind="ok" icon={null}>
                首次
              </Tag>
            </View>
            <View className="t-caption muted">
              <WrappedFacts>{[`${trial.minutes} 分钟，含场地费`, trial.companyName]}</WrappedFacts>
            </View>
          </View>
          <View className={styles.priced}>
            <Price amountFen={trial.priceFen} tone="ink" />
            <View className="t-caption muted">每人一次</View>
          </View>
        </View>
      )}
      {courses.length === 0 && !trial && <View className="t-sub muted">还没有开课</View>}
      {courses.map((course, at) => (
        <View key={course.id} className={classNames(styles.course, at === 0 && !trial && styles.first, 'wrap-8-12')}>
          <View className="words">
            <View className="t-strong">{course.courseName}</View>
            <View className="t-caption muted">
              <WrappedFacts>{courseFacts(course)}</WrappedFacts>
            </View>
          </View>
          <View className={styles.priced}>
            <Price amountFen={course.pricePerSession} tone="ink" />
            {sellsHours && (
              <Button
                kind="plain"
                size="s"
                label={`购买课时 ${course.courseName}`}
                onPress={() => goTo(packagesPath(course.id))}
              >
                购买课时
              </Button>
            )}
          </View>
        </View>
      ))}
    </Card>
  )
}

/** 上课场馆, with the distance once the reader shared their place. */
function Venues({ page: { venues } }: { page: CoachPage }) {
  const { point, isLocating, findOut } = useNearPoint()
  const hasPlace = venues.some(({ latitude }) => latitude !== null)
  const far = venues.map((venue) => ({ venue, km: kilometresTo(venue, point) }))
  far.sort((one, other) => (one.km ?? Number.POSITIVE_INFINITY) - (other.km ?? Number.POSITIVE_INFINITY) || 0)
  const tail = !point && hasPlace && (
    <MoreLink text={isLocating ? '定位中' : '看距离'} label="看场馆离我多远" onPress={() => void findOut()} />
  )
  return (
    <Card flush>
      <CardHead inset title="上课场馆" tail={tail || undefined} />
      {venues.length === 0 && <View className="in-0-16 t-sub muted">还没有关联场馆</View>}
      {far.map(({ venue: { id, name, district, avatar, surfaces }, km }) => (
        <Cell
          key={id}
          lead={<VenuePicture id={name} src={avatar} size={48} />}
          title={name}
          note={<WrappedFacts>{[district, surfaces.join('、')]}</WrappedFacts>}
          {...(km !== undefined && { value: `${km.toFixed(1)} km` })}
          onPress={() => goTo(stadiumDetailPath(id))}
        />
      ))}
    </Card>
  )
}

/** Only the coach sees it: whether others may ask over this page. */
function OwnSettings({ page: { coach } }: { page: CoachPage }) {
  const set = useSetTakesStudents()
  const isOn = set.isPending && set.wish !== undefined ? set.wish : coach.takesStudents
  return (
    <Card>
      <Switch checked={isOn} disabled={set.isPending} onChange={(next) => set.act(next)}>
        收新学员
      </Switch>
      <View className="t-caption muted">关闭后，别人在这里只能看，不能申请</View>
    </Card>
  )
}

function ShareCard({ page: { coach, tie }, link, findShared }: BodyProps) {
  const { shared } = useSharePage({ kind: 'coach', objectId: coach.id })
  const { running, share, keep, viewer } = useShareActions({
    fileName: `${coach.nickname}教练.png`,
    label: `长按保存${coach.nickname}的海报`,
    shared,
    findShared,
    plain: link,
  })
  return (
    <Card>
      {viewer}
      <View className="wrap-8">
        <Button
          kind="plain"
          size="m"
          icon="share"
          share
          busy={running === 'share'}
          label="分享教练主页"
          onPress={share}
        >
          分享
        </Button>
        {findShared && (
          <Button kind="plain" size="m" busy={running === 'keep'} label="把教练主页存成海报" onPress={keep}>
            存成海报
          </Button>
        )}
        {tie !== 'GUEST' && (
          <Button
            kind="plain"
            size="m"
            label={`${coach.nickname}的名片`}
            onPress={() => goTo(userCardPath({ id: coach.id }))}
          >
            名片
          </Button>
        )}
      </View>
    </Card>
  )
}

function PageSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack className={styles.over}>
        <Skeleton height={80} radius={16} />
        <Skeleton height={200} radius={16} />
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
