import { type CoursePage, getCoursePage } from '@paidang/api/areas/views/coach-pages'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { coachesPath, packagesPath } from '../../../paths'
import { COACH_PAGES_KEY } from '../../../platform/cache-keys'
import { goTo } from '../../../platform/navigate'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { ClassInfoView } from '../../activities/booking/class-info-view'
import { useMyContracts } from '../../activities/booking/contracts-data'
import { AskCard } from '../../activities/questions/ask-card'
import { useFeature } from '../../ground/features/features-data'
import { FewCoaches } from './coach-list'
import styles from './coach-pages.module.scss'

const COACHES_SHOWN = 20

/** 课程详情: with hours of the course, what one has and books; for everybody else what it costs and who teaches it. */
export function CoursePageView({ courseDesignId }: { courseDesignId: string }) {
  const isGuest = useUserId() === null
  const contracts = useMyContracts()
  const isOwn = contracts.data?.some(({ courseDesign }) => courseDesign.id === courseDesignId)
  if (!isGuest && (contracts.data === undefined || isOwn)) return <ClassInfoView courseDesignId={courseDesignId} />
  return <PublicCourse courseId={courseDesignId} />
}

function PublicCourse({ courseId }: { courseId: string }) {
  const input = courseId === '' ? null : { params: { id: courseId } }
  const { data, error, cause, isPending, isFetching, refetch } = useRead(COACH_PAGES_KEY, getCoursePage, input)
  const skeleton = useSkeleton(isPending && input !== null)
  if (data) return <Course course={data} />
  if (skeleton) {
    return (
      <CardStack>
        <SkeletonGroup>
          <Skeleton height={180} radius={16} />
        </SkeletonGroup>
      </CardStack>
    )
  }
  if (input !== null && isPending) return null
  const isGone = error instanceof ApiError && error.code === 'course_not_found'
  if (cause && !isGone) return <ErrorBlock title="课程没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  return (
    <Empty
      title={errors.course_not_found.message}
      line="可能已经停开，看看其他教练的课"
      action={{ text: '找教练', onPress: () => goTo(coachesPath()) }}
    />
  )
}

function Course({ course }: { course: CoursePage }) {
  const { id, courseName, companyName, courseDescription, pricePerSession, sessionDuration } = course
  const { maxParticipants, isTrial, isTrialUsed } = course
  const sellsHours = useFeature('packages') && !isTrial
  return (
    <CardStack>
      <Card>
        <CardHead title={courseName} tail={companyName} />
        {isTrial && (
          <View className="wrap-8">
            {isTrialUsed ? (
              <Tag kind="mute">你在这家俱乐部的体验课已经用过</Tag>
            ) : (
              <Tag kind="ok" icon={null}>
                首次体验，每人一次
              </Tag>
            )}
          </View>
        )}
        <KeyValues
          rows={[
            { name: '价格', value: `¥${yuanOf(pricePerSession)}${isTrial ? '，含场地费' : ' 每课时'}` },
            { name: '时长', value: `${sessionDuration} 分钟` },
            { name: '人数', value: maxParticipants > 1 ? `最多 ${maxParticipants} 人` : '一对一' },
          ]}
        />
        {courseDescription !== '' && <View className="t-body mt-12">{courseDescription}</View>}
      </Card>
      {sellsHours && (
        <Card flush>
          <Cell icon="card" title="课包与价格" onPress={() => goTo(packagesPath(id))} />
        </Card>
      )}
      <View>
        <View className={styles.above}>谁在教，最近什么时候有空</View>
        <FewCoaches size={COACHES_SHOWN} courseId={id} />
      </View>
      <AskCard kind="course" objectId={id} name={courseName} />
    </CardStack>
  )
}
