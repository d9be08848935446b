import type { BallDetail } from '@paidang/api/areas/balls'
import { MATCH_TYPES } from '@paidang/domain/areas/balls/ball-status'
import { MAX_SETS } from '@paidang/domain/areas/balls/result'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Notice } from '../../../../ui/notice'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import { useRecordResult } from '../result-data'
import {
  emptyForm,
  formRefusal,
  MOST_GAMES,
  type Part,
  playersOf,
  type ResultForm,
  scoreOf,
  withPart,
  withSet,
} from './result-form'
import styles from './result-sheet.module.scss'

const SINGLE_PARTS = [
  { key: 'rival', text: '对手' },
  { key: 'none', text: '没打' },
] as const satisfies readonly { key: Part; text: string }[]
const DOUBLE_PARTS = [{ key: 'mate', text: '搭档' }, ...SINGLE_PARTS] as const satisfies readonly {
  key: Part
  text: string
}[]

type Props = { open: boolean; ball: BallDetail; onClose: () => void }

/** 记录比分: who played on which side, and the sets. Each opening resets the input. */
export function ResultSheet({ open, ball, onClose }: Props) {
  const [form, setForm] = useState(() => emptyForm(ball))
  const { act, isPending, refusal } = useRecordResult(ball.id)
  const missing = formRefusal(ball, form)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="记录比分"
      foot={
        <>
          {refusal && (
            <Notice tone="bad" icon="warning">
              {refusal}
            </Notice>
          )}
          <Button
            full
            busy={isPending}
            lacks={missing}
            reason={missing}
            onPress={() => act(scoreOf(ball, form), { onDone: onClose })}
          >
            请对方确认
          </Button>
        </>
      }
    >
      <View className={styles.body}>
        <Parts ball={ball} form={form} onChange={setForm} />
        <Sets form={form} onChange={setForm} />
        <View className={styles.hint}>对方确认后计入双方等级；对方有异议时可以重新记录</View>
      </View>
    </Sheet>
  )
}

type PartProps = { ball: BallDetail; form: ResultForm; onChange: (form: ResultForm) => void }

/** Everybody else who came, and on which side they played. */
function Parts({ ball, form, onChange }: PartProps) {
  const parts = ball.matchType === MATCH_TYPES.SINGLE ? SINGLE_PARTS : DOUBLE_PARTS
  return (
    <>
      {playersOf(ball)
        .filter(({ id }) => id !== ball.viewer.userId)
        .map(({ id, nickname, avatar }) => (
          <View key={id} className={styles.player}>
            <Avatar id={id} src={avatar} size={40} />
            <View className={styles.name}>{nickname}</View>
            <View className={styles.part}>
              <Segmented
                label={`${nickname}是`}
                items={parts}
                value={form.parts[id] ?? 'none'}
                onChange={(part) => onChange(withPart(ball, form, id, part))}
              />
            </View>
          </View>
        ))}
    </>
  )
}

type SetsProps = { form: ResultForm; onChange: (form: ResultForm) => void }

/** The sets, the reader's own games first. */
function Sets({ form, onChange }: SetsProps) {
  const { parts, sets } = form
  const change = (place: number, games: Partial<ResultForm['sets'][number]>) =>
    onChange({ parts, sets: sets.map((set, index) => (index === place ? { ...set, ...games } : set)) })
  return (
    <>
      {sets.map(({ mine, theirs }, place) => {
        const name = `第 ${place + 1} 盘`
        const games = { unit: '局', min: 0, max: MOST_GAMES }
        return (
          <View key={name} className={styles.set} {...semantics({ role: 'group', label: name })}>
            <View className={styles.setName}>{name}</View>
            <View className={styles.games}>
              <View className={styles.who}>我方</View>
              <Stepper
                {...games}
                label={`${name}我方局数`}
                value={mine}
                onChange={(count) => change(place, { mine: count })}
              />
            </View>
            <View className={styles.games}>
              <View className={styles.who}>对方</View>
              <Stepper
                {...games}
                label={`${name}对方局数`}
                value={theirs}
                onChange={(count) => change(place, { theirs: count })}
              />
            </View>
          </View>
        )
      })}
      <View className={styles.more}>
        {sets.length < MAX_SETS && (
          <Button kind="ghost" size="s" icon="plus" onPress={() => onChange(withSet(form))}>
            加一盘
          </Button>
        )}
        {sets.length > 1 && (
          <Button kind="plain" size="s" onPress={() => onChange({ parts, sets: sets.slice(0, -1) })}>
            去掉最后一盘
          </Button>
        )}
      </View>
    </>
  )
}
