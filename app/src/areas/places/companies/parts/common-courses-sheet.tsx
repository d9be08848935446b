import type { CommonCourse } from '@paidang/api/areas/companies'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { useCommonCourses } from '../company-data'
import { courseFacts } from './company-labels'

type Props = { onClose: () => void; onChoose: (course: CommonCourse) => void }

/** 通用课程: the catalogue. The chosen course fills the form, where it can be changed. */
export function CommonCoursesSheet({ onClose, onChoose }: Props) {
  const { data, cause, isFetching, refetch } = useCommonCourses()
  return (
    <Sheet open onClose={onClose} title="通用课程">
      {cause && !data && (
        <ErrorBlock compact title="通用课程没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
      )}
      {!data && !cause && (
        <SkeletonGroup>
          <Skeleton height={56} radius={12} />
          <Skeleton height={56} radius={12} />
        </SkeletonGroup>
      )}
      {data?.length === 0 && <Empty compact title="还没有通用课程" />}
      {data?.map((course) => (
        <Cell
          key={course.id}
          title={course.courseName}
          note={<Facts>{[...courseFacts(course), course.courseDescription]}</Facts>}
          onPress={() => onChoose(course)}
        />
      ))}
    </Sheet>
  )
}
