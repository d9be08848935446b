import type { Student } from '@paidang/api/areas/activities/students'
import { isRunningOut, RUNNING_OUT } from '@paidang/domain/areas/money/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { type Day, daysBetween } from '@paidang/domain/kernel/day'
import { studentPath, studentsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { WrappedFacts } from '../../../../ui/dot'
import { useEndingStudents } from '../day-board-data'

/** The students whose hours or time run out, the first of them by name; nothing while there are none. */
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
      {data.rows.map((student) => {
        const { id, nickname, avatar } = student.player
        const facts = endingFacts(student, today)
        return (
          <Cell
            key={id}
            lead={<Avatar id={id} src={avatar} size={40} />}
            title={nickname}
            note={<WrappedFacts>{facts}</WrappedFacts>}
            label={[nickname, ...facts].join('，')}
            onPress={() => goTo(studentPath(id))}
          />
        )
      })}
    </Card>
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
