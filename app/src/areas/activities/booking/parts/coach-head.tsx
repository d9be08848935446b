import { View } from '@tarojs/components'
import { Avatar } from '../../../../ui/avatar'
import { Icon } from '../../../../ui/icon'
import type { CoachBooking } from '../coach-booking-state'
import { type StudentHours, studentHours } from '../coach-summary'
import type { SheetName } from '../sheet-name'
import styles from './coach-head.module.scss'
import { FoldedLine, PickCard } from './head-cards'

/** Number of faces that are shown; the names cover the rest. */
const FACES = 3

type Props = { booking: CoachBooking; onOpen: (sheet: SheetName) => void }

/** Students, course and venue as cards that open their sheets. */
export function CoachHeadCards({ booking, onOpen }: Props) {
  const { venue, course, courses, venues } = booking
  return (
    <View className={styles.head}>
      <PickCard
        name="学员"
        value={studentNames(booking) ?? '先选学员'}
        lead={<Faces booking={booking} />}
        note={shortText(booking)}
        onPress={() => onOpen('students')}
      />
      <View className={styles.picks}>
        <PickCard
          name="课程"
          value={course?.courseName ?? courseWord(courses)}
          note={courses.cause && !courses.data ? '点按重试' : undefined}
          disabled={!courses.cause && !courses.data?.length}
          onPress={() => (courses.data ? onOpen('course') : courses.refetch())}
        />
        <PickCard
          name="场馆"
          value={venue?.name ?? (venues.data ? '暂无场馆' : '')}
          disabled={!venues.data?.length}
          onPress={() => onOpen('venue')}
        />
      </View>
    </View>
  )
}

/** The same in one line, which leaves more room for the grid. */
export function CoachFoldedHead({ booking, onUnfold }: { booking: CoachBooking; onUnfold: () => void }) {
  const { course, courses, venue } = booking
  return (
    <FoldedLine
      lead={<Faces booking={booking} />}
      title={[studentNames(booking) ?? '先选学员', venue?.name ?? '']}
      note={shortText(booking) ?? course?.courseName ?? courseWord(courses)}
      onUnfold={onUnfold}
    />
  )
}

/** The faces of the first students, or a placeholder before any is chosen. */
export function Faces({ booking: { students } }: { booking: CoachBooking }) {
  if (students.length === 0) {
    return (
      <View className={styles.nobody}>
        <Icon name="person" size={20} />
      </View>
    )
  }
  return (
    <View className={styles.faces}>
      {students.slice(0, FACES).map(({ id, avatar }) => (
        <View key={id} className={styles.face}>
          <Avatar id={id} src={avatar} size={students.length > 1 ? 32 : 40} />
        </View>
      ))}
    </View>
  )
}

/** Returns 林知夏、许念安 等 4 人; undefined while nobody is chosen. */
export function studentNames({ students }: Pick<CoachBooking, 'students'>): string | undefined {
  if (students.length === 0) return undefined
  const names = students.slice(0, FACES).map(({ nickname }) => nickname)
  return `${names.join('、')}${students.length > FACES ? ` 等 ${students.length} 人` : ''}`
}

/** Returns 2人课时不足, shown before the booking is sent; undefined when everybody can pay. */
export function shortText({ students, input }: Pick<CoachBooking, 'students' | 'input'>): string | undefined {
  if (!input) return undefined
  const short = students.filter((student) => hoursOf(student, input)?.isShort)
  if (short.length === 0) return undefined
  return students.length === 1 ? '课时不足' : `${short.length} 人课时不足`
}

/** Returns a student's hours of the chosen course; undefined while no course is chosen. */
export function hoursOf(
  student: CoachBooking['students'][number],
  input: CoachBooking['input'],
): StudentHours | undefined {
  return input && studentHours(student, input)
}

/** Returns the text in place of the course while none is chosen. */
export function courseWord({ data, cause }: CoachBooking['courses']): string {
  if (cause && !data) return cause
  return data?.length === 0 ? '还没有教授的课程' : '先选课程'
}
