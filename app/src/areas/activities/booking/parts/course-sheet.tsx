import type { CompanyCourse } from '@paidang/api/areas/companies'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { memo } from 'react'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import styles from './sheets.module.scss'

type Props = {
  open: boolean
  courses: readonly CompanyCourse[]
  chosenId: string | null
  onChoose: (courseId: string) => void
  onClose: () => void
}

/** Chooses among the courses that the coach teaches, with one press. */
export const CourseSheet = memo(function CourseSheet({ open, courses, chosenId, onChoose, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="选择课程">
      <View className={styles.list} {...semantics({ role: 'radiogroup', label: '选择课程' })}>
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
