import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { claimPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Card } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { useMyClaims } from './roster-data'

type Claims = ReturnType<typeof useMyClaims>['data']

/** What clubs keep for the caller's number and nobody has claimed yet. */
const waitingIn = (data: Claims) =>
  (data ?? []).flatMap(({ company, students }) =>
    students.filter(({ state }) => state === 'WAITING').map((student) => ({ company, ...student })),
  )

/** 您是…的学员吗？ Nothing while nothing waits. */
export function WaitingClaims() {
  const { data } = useMyClaims()
  const waiting = waitingIn(data)
  const [first] = waiting
  if (!first) return null
  const hours = waiting.reduce((sum, { remainingSessions }) => sum + remainingSessions, 0)
  return (
    <Card flush>
      <Cell
        icon="person"
        title={`您是${first.company.name}的学员吗？`}
        note={`有 ${lessonHoursText(hours)} 课时等您认领`}
        onPress={() => goTo(claimPath())}
      />
    </Card>
  )
}

/** The way to 认领课时: what waits, or the caller's children. Without either it is a plain entry where `always` is set. */
export function ClaimCard({ always = false }: { always?: boolean }) {
  const { data } = useMyClaims()
  const children = (data ?? []).flatMap(({ students }) => students.filter(({ state }) => state === 'GUARDED'))
  if (waitingIn(data).length > 0) return <WaitingClaims />
  if (children.length === 0 && !always) return null
  return (
    <Card flush>
      <Cell
        icon="person"
        title={children.length > 0 ? `${children.map(({ name }) => name).join('、')}的课时` : '用认领码认领课时'}
        onPress={() => goTo(claimPath())}
      />
    </Card>
  )
}
