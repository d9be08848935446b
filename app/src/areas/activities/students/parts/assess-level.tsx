import type { StudentDetail } from '@paidang/api/areas/students'
import { LEVELS } from '@paidang/domain/areas/profile/level'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { levelsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import { abilityOf } from '../../../people/profile/level-scale'
import { useAssessLevel } from '../students-data'
import styles from './assess-level.module.scss'

/** The maximum length of the API. */
const LONGEST_NOTE = 200

type Props = { student: Pick<StudentDetail, 'player' | 'level'> }

/** The student's level, the link to its history, and the assessment by their coach. */
export function LevelCard({ student: { player, level } }: Props) {
  const [isAssessing, setIsAssessing] = useState(false)
  const [openings, setOpenings] = useState(0)
  const open = () => {
    setOpenings((count) => count + 1)
    setIsAssessing(true)
  }
  return (
    <Card flush>
      <CardHead
        inset
        title="等级"
        tail={
          <MoreLink
            text="等级变化"
            onPress={() => goTo(levelsPath(player.id))}
            label={`查看${player.nickname}的等级变化`}
          />
        }
      />
      <Cell
        icon="star"
        title={`${level.toFixed(1)} 级`}
        note={abilityOf(level)}
        value="评定等级"
        label={`评定${player.nickname}的等级，现在 ${level.toFixed(1)} 级`}
        onPress={open}
      />
      <AssessSheet
        key={openings}
        open={isAssessing}
        student={player}
        present={level}
        onClose={() => setIsAssessing(false)}
      />
    </Card>
  )
}

type SheetProps = {
  open: boolean
  student: StudentDetail['player']
  present: number
  onClose: () => void
}

/** 评定等级: the coach sets a level, sees what it means, and gives a reason. Each opening begins at the present level. */
function AssessSheet({ open, student, present, onClose }: SheetProps) {
  const [level, setLevel] = useState(present)
  const [note, setNote] = useState('')
  const { act, isPending, refusal } = useAssessLevel(student.id)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`评定等级：${student.nickname}`}
      foot={
        <>
          {refusal && (
            <Notice tone="bad" icon="warning">
              {refusal}
            </Notice>
          )}
          <Button full busy={isPending} onPress={() => act({ level, note: note.trim() }, { onDone: onClose })}>
            {`评定为 ${level.toFixed(1)} 级`}
          </Button>
        </>
      }
    >
      <View className={styles.body}>
        <Stepper
          label="等级"
          unit="级"
          value={level}
          min={LEVELS.least}
          max={LEVELS.most}
          step={LEVELS.step}
          text={(value) => value.toFixed(1)}
          onChange={setLevel}
        />
        <View className={styles.ability}>{abilityOf(level)}</View>
        <Field
          label="评语（选填，学员会看到）"
          value={note}
          onInput={setNote}
          placeholder="例如：反手能连续十拍，发球成功率过半"
          maxLength={LONGEST_NOTE}
          multiline
        />
        <View className={styles.hint}>评定后学员会收到通知，等级以教练评定和比赛结果为准，本人不能再自行修改</View>
      </View>
    </Sheet>
  )
}
