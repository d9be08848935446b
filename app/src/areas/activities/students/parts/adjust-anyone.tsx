import { type Student, studentsOfCoach } from '@paidang/api/areas/students'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { failureText } from '../../../../platform/toast'
import { useMinute } from '../../../../platform/use-minute'
import { Avatar } from '../../../../ui/avatar'
import { Cell } from '../../../../ui/cell'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { SearchField } from '../../../../ui/field'
import { ListEnd } from '../../../../ui/paged-list'
import { Sheet } from '../../../../ui/sheet'
import { useSkeleton } from '../../../../ui/skeleton'
import { useStudents } from '../students-data'
import styles from './adjust-anyone.module.scss'
import { SessionsSheet } from './sessions-sheet'
import { contractOfCard, hoursText, lastClassText } from './student-labels'
import { StudentListSkeleton } from './student-list-skeleton'

/** 调整课时 from the list: first chooses the student, then the hours. */
export function AdjustAnyone({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [student, setStudent] = useState<Student>()
  const [isAdjusting, setIsAdjusting] = useState(false)
  const choose = (chosen: Student) => {
    setStudent(chosen)
    onClose()
    setIsAdjusting(true)
  }
  return (
    <>
      <Sheet open={open} onClose={onClose} title="调整谁的课时">
        <ChooseStudent onChoose={choose} />
      </Sheet>
      {student && (
        <SessionsSheet
          key={student.player.id}
          open={isAdjusting}
          student={student}
          contracts={student.userCourseContracts}
          onClose={() => setIsAdjusting(false)}
        />
      )}
    </>
  )
}

function ChooseStudent({ onChoose }: { onChoose: (student: Student) => void }) {
  const now = useMinute()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const list = useStudents({ tab: 'mine' }, { userName: name, order: 'nickname' })
  const { data, error, isPending, isFetching, refetch } = list
  const skeleton = useSkeleton(isPending)
  return (
    <>
      <View className={styles.search}>
        <SearchField
          value={typed}
          onInput={setTyped}
          onSettled={(text) => setName(text.trim())}
          placeholder="姓名或完整手机号"
          onCard
        />
      </View>
      {skeleton ? (
        <StudentListSkeleton />
      ) : !data ? (
        error && (
          <ErrorBlock
            compact
            title="学员没有取到"
            cause={failureText(studentsOfCoach.outcome, error)}
            onRetry={refetch}
            busy={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <Empty compact title={name === '' ? '还没有学员' : '没有找到学员'} />
      ) : (
        <>
          {data.rows.map((student) => {
            const contract = contractOfCard(student.userCourseContracts, now)
            return (
              <Cell
                key={student.player.id}
                lead={<Avatar id={student.player.id} src={student.player.avatar} size={44} />}
                title={student.player.nickname}
                note={contract ? hoursText(contract) : lastClassText(student.lastFinishedCourse, now)}
                onPress={() => onChoose(student)}
              />
            )
          })}
          <ListEnd list={list} of="学员" />
        </>
      )}
    </>
  )
}
