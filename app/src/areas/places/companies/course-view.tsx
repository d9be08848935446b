import type { CompanyCourseDetail } from '@paidang/api/areas/companies'
import { View } from '@tarojs/components'
import { back } from '../../../platform/navigate'
import { Avatar } from '../../../ui/avatar'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Page } from '../../../ui/page'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { CoachOnly } from '../../people/auth/coach-only'
import { useOwnCoachView } from '../../people/profile/coach-data'
import { failureOfCompanies, useCompanyCourse } from './company-data'
import styles from './course-view.module.scss'
import { courseFacts } from './parts/company-labels'
import { CourseForm } from './parts/course-form'

type Props = { companyId?: string | undefined; courseId?: string | undefined }

/** 公司课程: a course with its coaches. The company's admin changes it, or makes a new one. */
export function CourseView({ companyId, courseId }: Props) {
  return (
    <Page title={courseId === undefined ? '添加课程' : '公司课程'}>
      <CoachOnly>
        <Course companyId={companyId} courseId={courseId} />
      </CoachOnly>
    </Page>
  )
}

function Course({ companyId, courseId }: Props) {
  const coach = useOwnCoachView()
  const course = useCompanyCourse(courseId)
  const isPending = coach.isPending || (courseId !== undefined && course.isPending)
  const showsSkeleton = useSkeleton(isPending)
  const membership = coach.data?.companies.find(({ id }) => id === companyId)
  const cause = coach.error ? failureOfCompanies(coach.error) : course.cause
  if (cause && !(coach.data && (courseId === undefined || course.data))) {
    const retry = () => (coach.data ? course.refetch() : coach.refetch())
    return (
      <ErrorBlock title="课程没有取到" cause={cause} onRetry={retry} busy={coach.isFetching || course.isFetching} />
    )
  }
  if (isPending || showsSkeleton) return showsSkeleton ? <CourseSkeleton /> : null
  if (!membership) {
    return (
      <Empty
        drawing="lock"
        title="看不到这门课程"
        line="只有本公司的教练可以查看"
        action={{ text: '返回', onPress: back }}
      />
    )
  }
  if (membership.isAdmin) return <CourseForm key={courseId} company={membership} course={course.data} />
  return course.data ? <Facts course={course.data} /> : <Empty drawing="lock" title="只有管理员可以添加课程" />
}

function Facts({ course: { companyCourse, coaches, studentCount, courseCount } }: { course: CompanyCourseDetail }) {
  const [price, duration, seats] = courseFacts(companyCourse)
  return (
    <CardStack>
      <Card>
        <CardHead title={companyCourse.courseName} />
        {companyCourse.courseDescription !== '' && (
          <View className={styles.description}>{companyCourse.courseDescription}</View>
        )}
        <KeyValues
          rows={[
            { name: '价格', value: price },
            { name: '时长', value: duration },
            { name: '人数', value: seats },
            { name: '学员', value: `${studentCount} 人` },
            { name: '已上', value: `${courseCount} 节` },
          ]}
        />
      </Card>
      <Card flush>
        <CardHead title="谁在教" inset />
        {coaches.map(({ id, nickname, avatar }) => (
          <Cell key={id} lead={<Avatar id={id} src={avatar} />} title={nickname} />
        ))}
        {coaches.length === 0 && <Empty compact title="这门课暂时没有教练" />}
      </Card>
    </CardStack>
  )
}

function CourseSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={320} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
