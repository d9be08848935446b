import { INVITATION_STATUS_NAMES, INVITATION_STATUSES } from '@paidang/domain/areas/classes/invitation-status'
import { ScrollView, View } from '@tarojs/components'
import { useState } from 'react'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { ErrorBlock } from '../../../../ui/error-block'
import { SearchField } from '../../../../ui/field'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { useOwnCourses } from '../../../activities/booking/coach-data'
import { type RecordFilters, useRecordMonths } from '../records-data'
import styles from './record-filters.module.scss'

const STATUSES = [
  { key: 'all', text: '全部' },
  ...INVITATION_STATUSES.map((key) => ({ key, text: INVITATION_STATUS_NAMES[key] })),
] as const

type Props = { value: RecordFilters; onChange: (filters: RecordFilters) => void }

/** The filters of the records: text, status, course. */
export function RecordFiltersBar({ value, onChange }: Props) {
  const [text, setText] = useState(value.keyword)
  const [choosesCourse, setChoosesCourse] = useState(false)
  const courses = useCourses()
  const course = courses.list.find(({ id }) => id === value.courseId)
  const chooseCourse = (courseId: string | undefined) => {
    setChoosesCourse(false)
    onChange({ ...value, courseId })
  }
  return (
    <View className={styles.filters}>
      <View className={styles.search}>
        <SearchField
          value={text}
          placeholder="搜学员、场馆或课程"
          onInput={setText}
          onSettled={(typed) => onChange({ ...value, keyword: typed.trim() })}
        />
      </View>
      <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
        <View className={styles.chips} {...semantics({ role: 'group', label: '筛选' })}>
          <Chip opens on={course !== undefined} onPress={() => setChoosesCourse(true)}>
            {course?.name ?? '全部课程'}
          </Chip>
          {STATUSES.map(({ key, text: name }) => (
            <Chip key={key} on={key === value.status} onPress={() => onChange({ ...value, status: key })}>
              {name}
            </Chip>
          ))}
        </View>
      </ScrollView>
      <Sheet open={choosesCourse} onClose={() => setChoosesCourse(false)} title="课程">
        {courses.cause && courses.list.length === 0 ? (
          <ErrorBlock
            compact
            title="课程没有取到"
            cause={courses.cause}
            busy={courses.isFetching}
            onRetry={courses.refetch}
          />
        ) : (
          <View {...semantics({ role: 'radiogroup', label: '课程' })}>
            <Cell title="全部课程" chosen={value.courseId === undefined} onPress={() => chooseCourse(undefined)} />
            {courses.list.map(({ id, name }) => (
              <Cell key={id} title={name} chosen={id === value.courseId} onPress={() => chooseCourse(id)} />
            ))}
          </View>
        )}
      </Sheet>
    </View>
  )
}

/** Returns the courses that the coach teaches now, and those taught in the last months. */
function useCourses() {
  const taught = useOwnCourses()
  const months = useRecordMonths()
  const names = new Map((taught.data ?? []).map(({ companyCourse: { id, courseName } }) => [id, courseName]))
  for (const { courses } of months.data ?? []) {
    for (const { courseDesignId, courseDesignName } of courses) {
      if (!names.has(courseDesignId)) names.set(courseDesignId, courseDesignName)
    }
  }
  const { cause, isFetching, refetch } = taught
  return { list: [...names].map(([id, name]) => ({ id, name })), cause, isFetching, refetch }
}
