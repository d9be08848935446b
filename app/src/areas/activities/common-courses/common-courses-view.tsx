import { type CourseOffer, commonCoursesOfUser } from '@paidang/api/areas/activities/common-courses'
import { type CommonCourse, commonCourses } from '@paidang/api/areas/places/companies'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { coachesPath } from '../../../paths'
import { CATALOGUE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useReadOf, useReload } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import styles from './common-courses-view.module.scss'
import { courseText, priceText, QuickBookSheet } from './parts/quick-book-sheet'

const KEYS = [CATALOGUE_KEY]

/** 通用课程: the catalogue, which of the player's coaches teach a course, and quick booking. */
export function CommonCoursesView() {
  return (
    <Page title="通用课程">
      <Catalogue />
    </Page>
  )
}

type Choice = { courseId: string; coachId: string }

function Catalogue() {
  const isLoggedIn = useUserId() !== null
  const catalogue = useCatalogue()
  const { data, cause, isPending, isFetching, refetch } = catalogue
  const skeleton = useSkeleton(isPending)
  const [choice, setChoice] = useState<Choice>()
  useFreshOnShow(KEYS)
  usePullOf(catalogue, commonCoursesOfUser.outcome)

  if (skeleton) return <CatalogueSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="课程没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  if (data.length === 0) return <Empty title="还没有通用课程" line="平台上架课程后会出现在这里" />
  // A price that changed meanwhile shows in the open sheet.
  const course = choice && data.find(({ id }) => id === choice.courseId)
  const offer = course?.offers.find(({ coachId }) => coachId === choice?.coachId)
  const isTaught = data.some(({ offers }) => offers.length > 0)
  return (
    <>
      <RefreshBar on={isFetching} />
      <CardStack>
        {isLoggedIn ? (
          !isTaught && <Notice tone="info">您的教练还没有开设这些课程，可以先看看都有什么</Notice>
        ) : (
          <Notice tone="info" tail={<LogInButton />}>
            登录后可以约您的教练
          </Notice>
        )}
        {data.map(({ offers, ...course }) => (
          <CourseCard
            key={course.id}
            course={course}
            offers={offers}
            onBook={({ coachId }) => setChoice({ courseId: course.id, coachId })}
          />
        ))}
      </CardStack>
      {course && offer && <QuickBookSheet course={course} offer={offer} onClose={() => setChoice(undefined)} />}
    </>
  )
}

type CourseCardProps = { course: CommonCourse; offers: readonly CourseOffer[]; onBook: (offer: CourseOffer) => void }

function CourseCard({ course, offers, onBook }: CourseCardProps) {
  const { courseName, courseDescription, pricePerSession } = course
  return (
    <Card>
      <CardHead title={courseName} tail={`参考价 ${priceText(pricePerSession)}`} />
      <View className="t-caption muted">
        <WrappedFacts>{courseText(course)}</WrappedFacts>
      </View>
      <View className={classNames(styles.description, 't-sub ink')}>{courseDescription}</View>
      {offers.length > 0 && (
        <View className={styles.offers} {...semantics({ role: 'list', label: `${courseName}，谁在教` })}>
          {offers.map((offer) => (
            <View
              key={offer.coachId}
              className={classNames(styles.offer, 'row-12')}
              {...semantics({ role: 'listitem' })}
            >
              <Avatar id={offer.coachId} src={offer.coachAvatar} size={40} />
              <View className="grow">
                <View className={styles.name}>{offer.coachName}</View>
                <View className="t-caption muted">
                  <WrappedFacts>{offerText(offer)}</WrappedFacts>
                </View>
              </View>
              <Button size="s" label={`约 ${offer.coachName} 的${courseName}`} onPress={() => onBook(offer)}>
                约课
              </Button>
            </View>
          ))}
        </View>
      )}
      <View className="mt-12">
        <Button
          size="s"
          kind="plain"
          label={`谁在教${courseName}`}
          onPress={() => goTo(coachesPath({ commonCourseId: course.id }))}
        >
          谁在教，在哪上
        </Button>
      </View>
    </Card>
  )
}

function LogInButton() {
  return (
    <Button size="s" onPress={goToLogin}>
      登录
    </Button>
  )
}

function CatalogueSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={180} radius={16} />
      </SkeletonGroup>
      <SkeletonGroup>
        <Skeleton height={180} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}

/** The coach's price, and the hours the caller already has. */
function offerText({ companyName, pricePerSession, availableSessions }: CourseOffer): string[] {
  const hours = availableSessions > 0 ? [`可用 ${lessonHoursText(availableSessions)} 课时`] : []
  return [companyName, priceText(pricePerSession), ...hours]
}

/** The catalogue as a guest sees it: without coaches. */
const readAsGuest = async (signal: AbortSignal) =>
  (await call(commonCourses, {}, { signal })).map((course) => ({ ...course, offers: [] }))

/** The catalogue, taught courses first. */
function useCatalogue() {
  const userId = useUserId()
  const queryKey = [...CATALOGUE_KEY, userId]
  const query = useReadOf(
    queryKey,
    (signal) => (userId === null ? readAsGuest(signal) : call(commonCoursesOfUser, {}, { signal })),
    { outcome: commonCoursesOfUser.outcome },
  )
  return { ...query, refresh: useReload([queryKey], queryKey) }
}
