import type { Student } from '@paidang/api/areas/activities/students'
import { isRunningOut, RUNNING_OUT } from '@paidang/domain/areas/money/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { type Day, daysBetween } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { studentPath, studentsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { WrappedFacts } from '../../../../ui/dot'
import { pressable, semantics } from '../../../../ui/semantics'
import { useEndingStudents } from '../day-board-data'
import styles from '../day-board-view.module.scss'

/** The students whose hours or time run out, the first of them by name, each with 续课; nothing while there are none. */
export function EndingStudents({ today }: { today: Day }) {
  const { data } = useEndingStudents()
  if (!data || data.rows.length === 0) return null
  return (
    <Card flush>
      <CardHead
        inset
        title="学员快到期"
        tail={<MoreLink text={`全部 ${data.total} 人`} onPress={() => goTo(studentsPath('ending'))} />}
      />
      <View {...semantics({ role: 'list', label: '学员快到期' })}>
        {data.rows.map((student) => (
          <Ending key={student.player.id} student={student} today={today} />
        ))}
      </View>
    </Card>
  )
}

function Ending({ student, today }: { student: Student; today: Day }) {
  const { id, nickname, avatar } = student.player
  const facts = endingFacts(student, today)
  return (
    <View className={styles.request} {...semantics({ role: 'listitem' })}>
      <View
        className={styles.open}
        hoverClass={styles.requestPressed}
        {...pressable({ label: [nickname, ...facts].join('，'), onPress: () => goTo(studentPath(id)) })}
      />
      <Avatar id={id} src={avatar} size={40} />
      <View className="words">
        <View className="t-headline one-line">{nickname}</View>
        <View className={styles.line}>
          <WrappedFacts>{facts}</WrappedFacts>
        </View>
      </View>
      <View className={styles.step}>
        <Button size="s" kind="plain" label={`续课，${nickname}`} onPress={() => goTo(studentPath(id, 'sessions'))}>
          续课
        </Button>
      </View>
    </View>
  )
}

type Contracts = Pick<Student, 'userCourseContracts'>

/**
 * Returns what runs out for a student, of the contract that ends first: the course, few hours, little time. Empty when
 * nothing does.
 */
export function endingFacts({ userCourseContracts }: Contracts, today: Day): string[] {
  const [first] = userCourseContracts
    .filter((contract) => {
      const heldSessions = contract.remainingSessions - contract.availableSessions
      return isRunningOut({ ...contract, heldSessions }, today)
    })
    .sort((a, b) => (a.expiryDate < b.expiryDate ? -1 : 1))
  if (!first) return []
  const { courseDesign, availableSessions, expiryDate } = first
  const days = daysBetween(today, expiryDate)
  const facts = [courseDesign.courseName]
  if (availableSessions < RUNNING_OUT.sessions) facts.push(`可用 ${lessonHoursText(availableSessions)} 课时`)
  if (days <= RUNNING_OUT.days) facts.push(days === 0 ? '今天到期' : `${days} 天后到期`)
  return facts
}
