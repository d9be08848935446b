import type { BallDetail } from '@paidang/api/areas/activities/balls'
import type { RefundWish } from '@paidang/domain/areas/money/payments/order'
import { LEVELS } from '@paidang/domain/areas/people/profile/level'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { usePast } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Field } from '../../../../ui/field'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { Segmented } from '../../../../ui/segmented'
import { Sheet } from '../../../../ui/sheet'
import { GenderField, LevelField } from '../../../people/profile/play-fields'
import { useSavePlayer } from '../../../people/registration/registration-data'
import type { BallActions } from '../ball-actions'
import { GENDER_NAMES, levelRange } from './ball-labels'
import { leaveText } from './ball-money'

type Props = { ball: BallDetail; now: Date; actions: BallActions }

/** The sheets of a player, or of somebody who wants to play. Each opening resets the input. */
export function PlayerSheets(props: Props) {
  const { openings } = props.actions
  return (
    <>
      <LeaveSheet key={`leave-${openings}`} {...props} />
      <GenderSheet key={`gender-${openings}`} {...props} />
      <LevelSheet key={`level-${openings}`} {...props} />
      <RequestSheet key={`request-${openings}`} {...props} />
      <AnswerSheet key={`answer-${openings}`} {...props} />
    </>
  )
}

/** Asks for the gender of a player who never said it, where the game is for one gender. Nothing is chosen before. */
function GenderSheet({ ball, actions }: Props) {
  const [gender, setGender] = useState<number>()
  const save = useSavePlayer()
  return (
    <Sheet
      open={actions.asked === 'gender'}
      onClose={actions.close}
      title="请填写性别"
      foot={
        <Button
          full
          busy={save.isPending}
          lacks={gender === undefined ? '请选择性别' : undefined}
          onPress={() => gender !== undefined && save.act({ gender }, { onShown: actions.close })}
        >
          保存性别
        </Button>
      }
    >
      <View className="in-0-16">
        <View className="mb-16 t-body muted">{`这场球局${GENDER_NAMES[ball.genderRule]}。你还没有填写过性别，保存后就能看到是否可以报名。`}</View>
        <GenderField gender={gender} onChange={(next) => setGender(next.gender)} />
      </View>
    </Sheet>
  )
}

/** Asks for the level of a player who never said one. The page then says whether it fits. */
function LevelSheet({ ball, actions }: Props) {
  const [level, setLevel] = useState<number>(LEVELS.usual)
  const save = useSavePlayer()
  return (
    <Sheet
      open={actions.asked === 'level'}
      onClose={actions.close}
      title="你打到什么水平"
      foot={
        <Button full busy={save.isPending} onPress={() => save.act({ level }, { onShown: actions.close })}>
          保存等级
        </Button>
      }
    >
      <View className="in-0-16">
        <View className="mb-16 t-body muted">{`这场球局要求 ${levelRange(ball)}。第一次报名前先选一个，教练或比赛结果以后会校准它。`}</View>
        <LevelField level={level} onChange={(next) => setLevel(next.level)} />
      </View>
    </Sheet>
  )
}

/** Where a payer may have the money, and what each choice means; by whether they paid at the front desk. */
const TARGETS = {
  desk: {
    items: [
      { key: 'CARD', text: '储值卡（立即）' },
      { key: 'SOURCE', text: '到前台领取' },
    ],
    notes: { CARD: '没有储值卡时到前台领取', SOURCE: '凭订单号到前台领取现金或转账' },
  },
  source: {
    items: [
      { key: 'CARD', text: '储值卡（立即）' },
      { key: 'SOURCE', text: '原路退回' },
    ],
    notes: { CARD: '没有储值卡时按原路退回', SOURCE: '退回付款的微信，一般 1–3 个工作日到账' },
  },
} as const

/** 退出: shows before the press whether money comes back, how much and where to. */
function LeaveSheet({ ball, now, actions }: Props) {
  const [target, setTarget] = useState<RefundWish>('CARD')
  const words = leaveText(ball, now)
  const { leave } = ball.viewer
  const { refetch } = actions
  const open = actions.asked === 'leave'
  const isPast = usePast(leave?.freeUntil ?? ball.startsAt)
  useEffect(() => {
    // Free leaving has ended while the sheet is open.
    if (open && isPast && leave?.isFree) refetch()
  }, [open, isPast, leave?.isFree, refetch])
  if (!words) return null
  const { line, facts, tone, asksTarget } = words
  const { items, notes } = TARGETS[ball.viewer.order?.method === 'OFFLINE' ? 'desk' : 'source']
  return (
    <Sheet
      open={open}
      onClose={actions.close}
      title="退出这场球局"
      foot={
        <View className="beside-12 fill">
          <Button kind="plain" full onPress={actions.close}>
            再想想
          </Button>
          <Button
            kind="danger"
            full
            busy={actions.runs.leave}
            onPress={() => actions.leave(asksTarget ? target : undefined)}
          >
            确认退出
          </Button>
        </View>
      }
    >
      <View className="col-12 in-0-16">
        <Notice tone={tone} icon="info">
          {line}
        </Notice>
        {facts.length > 0 && <KeyValues rows={facts} />}
        {asksTarget && (
          <>
            <Segmented label="退到哪里" items={items} value={target} onChange={setTarget} />
            <View className="t-caption muted">{notes[target]}</View>
          </>
        )}
      </View>
    </Sheet>
  )
}

const NOTE_LENGTH = 100

/** 申请加入 out of the level range, with a note to the initiator. */
function RequestSheet({ ball, actions }: Props) {
  const [note, setNote] = useState('')
  const { level } = ball.viewer
  return (
    <Sheet
      open={actions.asked === 'request'}
      onClose={actions.close}
      title="申请加入"
      foot={
        <Button full busy={actions.runs.request} onPress={() => actions.request(note.trim())}>
          发出申请
        </Button>
      }
    >
      <View className="col-12 in-0-16">
        <Notice tone="info">
          {`这场的等级是 ${levelRange(ball)}${level === null ? '' : `，你的等级是 ${level.toFixed(1)}`}。发起人同意后就可以报名，还没同意前不占名额。`}
        </Notice>
        <Field
          label="给发起人的话（选填）"
          value={note}
          maxLength={NOTE_LENGTH}
          multiline
          placeholder="例如 打了三年双打，能接发球"
          onInput={setNote}
        />
      </View>
    </Sheet>
  )
}

const ANSWER_LENGTH = 200

/** 未到说明: the answer of a player who was marked as absent. */
function AnswerSheet({ actions }: Props) {
  const [answer, setAnswer] = useState('')
  const text = answer.trim()
  return (
    <Sheet
      open={actions.asked === 'answer'}
      onClose={actions.close}
      title="未到说明"
      foot={
        <Button
          full
          busy={actions.runs.answer}
          lacks={text === '' ? '请写下说明' : undefined}
          reason="请写下说明"
          onPress={() => actions.answer(text)}
        >
          提交说明
        </Button>
      }
    >
      <View className="col-12 in-0-16">
        <Field
          label="发生了什么，大家会看到"
          value={answer}
          maxLength={ANSWER_LENGTH}
          multiline
          placeholder="例如 我到场了，可能没看到我"
          onInput={setAnswer}
        />
      </View>
    </Sheet>
  )
}
