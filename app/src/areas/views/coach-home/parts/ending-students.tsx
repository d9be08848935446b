import type { Student } from '@paidang/api/areas/activities/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isRunningOut, RUNNING_OUT } from '@paidang/domain/areas/money/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { type Day, daysBetween } from '@paidang/domain/kernel/day'
import type { Features } from '@paidang/domain/kernel/features'
import { View } from '@tarojs/components'
import { studentPath, studentsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { readStored } from '../../../../platform/storage'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { confirm } from '../../../../ui/confirm'
import { WrappedFacts } from '../../../../ui/dot'
import { pressable, semantics } from '../../../../ui/semantics'
import { useRemindOfRenewal } from '../../../money/packages/packages-data'
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
  const contract = firstEnding(student, today)
  // So that the board is one answer: what this device does not know to be off is sold.
  const sellsHours = readStored<Features>('features')?.packages !== false && !student.isUnclaimed
  const { act, isPending } = useRemindOfRenewal()
  const addHours = () => goTo(studentPath(id, 'sessions'))
  const renew = async () => {
    if (!sellsHours || !contract) return addHours()
    const line = `${contract.courseDesign.courseName}，他会收到适合续的课包`
    if (!(await confirm({ title: `提醒${nickname}续课？`, line, confirmText: '发提醒', cancelText: '不了' }))) return
    // Without a package the coach enters the hours.
    const isUnsold = (failure: Error) => failure instanceof ApiError && failure.code === 'renewal_without_package'
    await act(contract.id, { onRefused: (failure) => isUnsold(failure) && addHours() })
  }
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
        <Button size="s" kind="plain" label={`续课，${nickname}`} busy={isPending} onPress={renew}>
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
export function endingFacts(student: Contracts, today: Day): string[] {
  const first = firstEnding(student, today)
  if (!first) return []
  const { courseDesign, availableSessions, expiryDate } = first
  const days = daysBetween(today, expiryDate)
  const facts = [courseDesign.courseName]
  if (availableSessions < RUNNING_OUT.sessions) facts.push(`可用 ${lessonHoursText(availableSessions)} 课时`)
  if (days <= RUNNING_OUT.days) facts.push(days === 0 ? '今天到期' : `${days} 天后到期`)
  return facts
}

/** The contract that runs out and ends first. */
function firstEnding({ userCourseContracts }: Contracts, today: Day) {
  const [first] = userCourseContracts
    .filter((contract) => {
      const heldSessions = contract.remainingSessions - contract.availableSessions
      return isRunningOut({ ...contract, heldSessions }, today)
    })
    .sort((a, b) => (a.expiryDate < b.expiryDate ? -1 : 1))
  return first
}
