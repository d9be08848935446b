import type { Student } from '@paidang/api/areas/students'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { confirm } from '../../../../ui/confirm'
import { Notice } from '../../../../ui/notice'
import { useRemoveStudent } from '../students-data'

type Props = { student: Student; onGone: () => void }

/** 移除学员: shows first what it causes. A refusal stays visible below. */
export function RemoveStudent({ student, onGone }: Props) {
  const { player, theUserRelation } = student
  const { act, isPending, refusal } = useRemoveStudent()
  const ask = async () => {
    const yes = await confirm({
      title: `移除学员${player.nickname}？`,
      line: '移除后，他不再是你的学员，你也不能替他约课。合同、课时和上过的课都会保留。',
      tone: 'wait',
      confirmText: '移除学员',
      danger: true,
    })
    if (yes && (await act(theUserRelation.id))) onGone()
  }
  return (
    <>
      {refusal && (
        <Notice tone="bad" icon="warning">
          {refusal}
        </Notice>
      )}
      <Card flush>
        <Cell icon="close" title="移除学员" danger plain disabled={isPending} onPress={ask} />
      </Card>
    </>
  )
}
