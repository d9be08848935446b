import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { claimPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Card } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { useMyClaims } from './roster-data'

/** The way to 认领课时: what waits, or the caller's children. Without either it is a plain entry where `always` is set. */
export function ClaimCard({ always = false }: { always?: boolean }) {
  const { data } = useMyClaims()
  const open = () => goTo(claimPath())
  const waiting = (data ?? []).flatMap(({ company, students }) =>
    students.filter(({ state }) => state === 'WAITING').map((student) => ({ company, ...student })),
  )
  const children = (data ?? []).flatMap(({ students }) => students.filter(({ state }) => state === 'GUARDED'))
  const [first] = waiting
  if (first) {
    const hours = waiting.reduce((sum, { remainingSessions }) => sum + remainingSessions, 0)
    return (
      <Card flush>
        <Cell
          icon="person"
          title={`您是${first.company.name}的学员吗？`}
          note={`有 ${lessonHoursText(hours)} 课时等您认领`}
          onPress={open}
        />
      </Card>
    )
  }
  if (children.length === 0 && !always) return null
  return (
    <Card flush>
      <Cell
        icon="person"
        title={children.length > 0 ? `${children.map(({ name }) => name).join('、')}的课时` : '用认领码认领课时'}
        onPress={open}
      />
    </Card>
  )
}
