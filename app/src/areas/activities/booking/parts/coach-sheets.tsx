import type { CompanyCourse } from '@paidang/api/areas/places/companies'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { memo, useState } from 'react'
import { showToast } from '../../../../platform/toast'
import { useMinute } from '../../../../platform/use-minute'
import { useSettled } from '../../../../platform/use-settled'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { SearchField } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { ListEnd } from '../../../../ui/paged-list'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { dateText } from '../../../../ui/time-format'
import { type HoursInput, type StudentHours, studentHours } from '../booking-summary'
import { useOwnStudents } from '../coach-data'
import { type ChosenStudent, chosenStudent } from '../coach-draft'
import styles from './sheets.module.scss'

/** The maximum of the server. Source: API "CreateByCoach" */
const MOST_STUDENTS = 20

type StudentProps = {
  open: boolean
  chosen: readonly ChosenStudent[]
  /** Number of seats of the chosen course; undefined while none is chosen. */
  maxParticipants: number | undefined
  /** The class for which hours are counted; undefined while no course is chosen. */
  input: HoursInput | undefined
  onChoose: (students: readonly ChosenStudent[]) => void
  onClose: () => void
}

/** Chooses students, with search by name, page by page. Each is shown with their hours for the course. */
export const StudentSheet = memo(function StudentSheet(props: StudentProps) {
  const { open, chosen, maxParticipants, input, onChoose, onClose } = props
  const most = Math.min(maxParticipants ?? MOST_STUDENTS, MOST_STUDENTS)
  const [name, setName] = useState('')
  const [picked, setPicked] = useState(chosen)
  const [wasOpen, setWasOpen] = useState(open)
  if (wasOpen !== open) {
    setWasOpen(open)
    setName('')
    setPicked(chosen)
  }
  const list = useOwnStudents(useSettled(name.trim()), open)

  const toggle = (student: ChosenStudent) => {
    const without = picked.filter(({ id }) => id !== student.id)
    if (without.length < picked.length) {
      if (student.hasSeat) showToast('已参与的学员不能移出')
      else setPicked(without)
      return
    }
    // In a course for one, the new student replaces the chosen one.
    if (most === 1 && !picked.some(({ hasSeat }) => hasSeat)) setPicked([student])
    else if (picked.length >= most) showToast(`${maxParticipants ? '这门课' : '一次'}最多 ${most} 人`)
    else setPicked([...picked, student])
  }
  const listed = list.data?.rows.map(chosenStudent) ?? []
  // Without a search, chosen students come first, whatever page they are on.
  const elsewhere = name === '' ? picked.filter(({ id }) => !listed.some((student) => student.id === id)) : []

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择学员"
      foot={
        <Button
          full
          onPress={() => {
            onChoose(picked)
            onClose()
          }}
        >
          {picked.length > 0 ? `选定 ${picked.length} 人` : '先不选'}
        </Button>
      }
    >
      <View className="in-0-8">
        <SearchField value={name} onInput={setName} placeholder="按姓名查找" onCard />
      </View>
      {list.cause && !list.data ? (
        <ErrorBlock
          title="学员没有取到"
          cause={list.cause}
          onRetry={() => list.refetch()}
          busy={list.isFetching}
          compact
        />
      ) : !list.data ? (
        <View className="col-12 in-8-16">
          <SkeletonGroup>
            <Skeleton height={48} radius={12} />
          </SkeletonGroup>
          <SkeletonGroup>
            <Skeleton height={48} radius={12} />
          </SkeletonGroup>
        </View>
      ) : (
        <>
          <View {...semantics({ role: 'group', label: '选择学员' })}>
            {[...elsewhere, ...listed].map((student) => {
              const isChosen = picked.some(({ id }) => id === student.id)
              // Whether the student has a seat in the edited class is known only from there.
              const known = picked.find(({ id }) => id === student.id) ?? student
              const full = { ...student, hasSeat: known.hasSeat, heldSessions: known.heldSessions }
              return (
                <StudentRow
                  key={student.id}
                  student={full}
                  hours={studentHours(full, input)}
                  isChosen={isChosen}
                  onPress={() => toggle(full)}
                />
              )
            })}
          </View>
          {listed.length === 0 && <Nobody isSearch={name !== ''} />}
          {listed.length > 0 && <ListEnd list={list} of="学员" />}
        </>
      )}
    </Sheet>
  )
})

type RowProps = {
  student: ChosenStudent
  hours: StudentHours | undefined
  isChosen: boolean
  onPress: () => void
}

function StudentRow({ student, hours, isChosen, onPress }: RowProps) {
  const now = useMinute()
  return (
    <View
      className={classNames(styles.row, 'row-12 in-8-8', student.hasSeat && styles.fixed)}
      hoverClass={styles.pressed}
      {...pressable({
        role: 'checkbox',
        checked: isChosen,
        onPress,
        label: [student.nickname, student.hasSeat && '已参与', hours?.text].filter(Boolean).join('，'),
      })}
    >
      <View className={classNames(styles.box, 'centre keep', isChosen && styles.on)} {...semantics({ hidden: true })}>
        {isChosen && <Icon name="check" size={14} />}
      </View>
      <Avatar id={student.id} src={student.avatar} size={44} />
      <View className="grow">
        <View className="t-strong-20">{student.nickname}</View>
        <View className="t-caption muted">
          <Facts>
            {student.hasSeat && '已参与'}
            {student.last ? `上次 ${dateText(student.last.courseDate, now)}` : ''}
            {student.last?.stadiumName ?? ''}
          </Facts>
        </View>
      </View>
      {hours && (
        <View className={classNames(styles.studentHours, 'keep', hours.isShort && styles.soon)}>{hours.text}</View>
      )}
    </View>
  )
}

function Nobody({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <View className={classNames(styles.nothing, 't-sub muted t-centre')}>没有叫这个名字的学员</View>
  ) : (
    <Empty title="还没有学员" line="添加学员后，就能替学员约课" compact />
  )
}

type CourseProps = {
  open: boolean
  courses: readonly CompanyCourse[]
  chosenId: string | null
  onChoose: (courseId: string) => void
  onClose: () => void
}

/** Chooses among the courses that the coach teaches, with one press. */
export const CourseSheet = memo(function CourseSheet({ open, courses, chosenId, onChoose, onClose }: CourseProps) {
  return (
    <Sheet open={open} onClose={onClose} title="选择课程">
      <View className="pb-8" {...semantics({ role: 'radiogroup', label: '选择课程' })}>
        {courses.map(({ companyCourse: { id, courseName, sessionDuration, maxParticipants, pricePerSession } }) => (
          <Cell
            key={id}
            title={courseName}
            note={
              <Facts>
                {`每课时 ${sessionDuration} 分钟`}
                {maxParticipants > 1 ? `最多 ${maxParticipants} 人` : '一对一'}
                {`¥${yuanOf(pricePerSession)}`}
              </Facts>
            }
            chosen={id === chosenId}
            onPress={() => {
              onChoose(id)
              onClose()
            }}
          />
        ))}
      </View>
    </Sheet>
  )
})
