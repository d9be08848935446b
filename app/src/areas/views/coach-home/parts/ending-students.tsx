import type { Day } from '@paidang/domain/kernel/day'
import { studentPath, studentsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { WrappedFacts } from '../../../../ui/dot'
import { useEndingStudents } from '../day-board-data'
import { endingFacts } from './ending-labels'

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
