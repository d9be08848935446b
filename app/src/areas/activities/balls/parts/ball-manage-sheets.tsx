import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { USUAL_REASONS } from '@paidang/domain/areas/ground/content/usual-reasons'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ActionSheet, type SheetAction } from '../../../../ui/action-sheet'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import type { BallActions } from '../ball-actions'
import { type ManageAction, manageEntries, swappable } from './ball-bar'
import { confirmedSeats, momentText } from './ball-labels'

type Props = { ball: BallDetail; now: Date; actions: BallActions }

const ICONS: Record<ManageAction, SheetAction<ManageAction>['icon']> = {
  edit: 'pen',
  public: 'lock',
  handOver: 'person',
  swap: 'swap',
  noShow: 'block',
  cancel: 'close',
}

/** The sheets of the initiator. Each opening resets the input. */
export function ManageSheets(props: Props) {
  const { ball, now, actions } = props
  if (ball.viewer.role !== 'initiator') return null
  const entries = manageEntries(ball, now).map((entry) => ({ ...entry, icon: ICONS[entry.key] }))
  return (
    <>
      <ActionSheet
        open={actions.asked === 'manage'}
        onClose={actions.close}
        caption={ball.title}
        actions={entries}
        onSelect={actions.manage}
      />
      <CancelSheet key={`cancel-${actions.openings}`} {...props} />
      <HandOverSheet key={`hand-over-${actions.openings}`} {...props} />
      <SwapSheet key={`swap-${actions.openings}`} {...props} />
      <NoShowSheet {...props} />
    </>
  )
}

/** 取消球局: shows before the press who gets how much back. */
function CancelSheet({ ball, actions }: Props) {
  const [reason, setReason] = useState('')
  const confirmed = confirmedSeats(ball)
  const others = confirmed.filter(({ isInitiator }) => !isInitiator).length
  const facts = [
    { name: '已报名', value: `${others} 位球友` },
    ...(ball.feeFen > 0 ? [{ name: '退款', value: `每人 ¥${yuanOf(ball.feeFen)}，全额退回` }] : []),
  ]
  return (
    <Sheet
      open={actions.asked === 'cancel'}
      onClose={actions.close}
      title="取消这场球局"
      foot={
        <View className="beside-12 fill">
          <Button kind="plain" full onPress={actions.close}>
            再想想
          </Button>
          <Button kind="danger" full busy={actions.runs.cancel} onPress={() => actions.cancel(reason)}>
            取消球局
          </Button>
        </View>
      }
    >
      <View className="col-12 in-0-16">
        <KeyValues rows={facts} />
        <Notice tone="wait" icon="warning">
          取消后不能恢复，场地会放出，大家会收到通知
        </Notice>
        <View className="t-caption muted">原因（选填，球友会看到）</View>
        <View className="chips-12-8">
          {USUAL_REASONS.initiator.map((text) => (
            <Chip key={text} onCard on={text === reason} onPress={() => setReason(text === reason ? '' : text)}>
              {text}
            </Chip>
          ))}
        </View>
      </View>
    </Sheet>
  )
}

/** Returns the other players, who can take over the game. */
function othersOf(ball: BallDetail) {
  return confirmedSeats(ball)
    .filter(({ isInitiator }) => !isInitiator)
    .map(({ user }) => user)
}

function HandOverSheet({ ball, actions }: Props) {
  const [chosen, setChosen] = useState<string>()
  return (
    <Sheet
      open={actions.asked === 'handOver'}
      onClose={actions.close}
      title="转让发起人"
      foot={
        <Button
          full
          busy={actions.runs.handOver}
          lacks={chosen === undefined ? '请选择转让给谁' : undefined}
          onPress={() => chosen !== undefined && actions.handOver(chosen)}
        >
          请对方接手
        </Button>
      }
    >
      <View className="in-8-4 t-sub muted">对方同意后由他管理球局，你仍然保留名额</View>
      <PersonChoice label="转让给谁" people={othersOf(ball)} value={chosen} onChange={setChosen} />
    </Sheet>
  )
}

/** 更换球友: a player gives their seat to one on the waiting list. Both have to agree, and the new player pays. */
function SwapSheet({ ball, actions }: Props) {
  const [outId, setOutId] = useState<string>()
  const [inId, setInId] = useState<string>()
  return (
    <Sheet
      open={actions.asked === 'swap'}
      onClose={actions.close}
      title="更换球友"
      foot={
        <Button
          full
          busy={actions.runs.swap}
          lacks={outId === undefined ? '请选择换下谁' : inId === undefined ? '请选择换上谁' : undefined}
          onPress={() => outId !== undefined && inId !== undefined && actions.swap(outId, inId)}
        >
          请双方确认
        </Button>
      }
    >
      <View className="in-8-4 t-sub muted">换下谁</View>
      <PersonChoice label="换下谁" people={swappable(ball).map(({ user }) => user)} value={outId} onChange={setOutId} />
      <View className="in-8-4 t-sub muted">换上谁（候补中的球友）</View>
      <PersonChoice label="换上谁" people={ball.waiting} value={inId} onChange={setInId} />
      <View className="col-12 in-0-16">
        <View className="t-caption muted">
          {ball.feeFen > 0 ? '双方同意、新球友付款后更换，换下的球友全额退款' : '双方同意后更换'}
        </View>
      </View>
    </Sheet>
  )
}

/** 标记未到: marks who did not come. Each mark can be undone. */
function NoShowSheet({ ball, now, actions }: Props) {
  const others = confirmedSeats(ball).filter(({ isInitiator }) => !isInitiator)
  return (
    <Sheet open={actions.asked === 'noShow'} onClose={actions.close} title="标记未到">
      <View className="in-8-4 t-sub muted">对方会收到通知并可以说明</View>
      {others.map(({ id, user, noShowAt, noShowAnswer }) => (
        <Cell
          key={id}
          lead={<Avatar id={user.id} src={user.avatar} />}
          title={user.nickname}
          note={noShowAt === null ? undefined : (noShowAnswer ?? `${momentText(noShowAt, now)} 标记未到`)}
          tail={
            <Button
              kind={noShowAt === null ? 'ghost' : 'plain'}
              size="s"
              disabled={actions.runs.noShow}
              label={`${noShowAt === null ? '标记未到' : '撤销标记'} ${user.nickname}`}
              onPress={() => actions.markNoShow(user.id, noShowAt === null)}
            >
              {noShowAt === null ? '未到' : '撤销'}
            </Button>
          }
        />
      ))}
    </Sheet>
  )
}

type PersonChoiceProps = {
  /** What the person is chosen for, for screen readers. */
  label: string
  people: readonly { id: string; nickname: string; avatar: string | null }[]
  value: string | undefined
  onChange: (id: string) => void
}

/** Chooses one of several people. */
function PersonChoice({ label, people, value, onChange }: PersonChoiceProps) {
  return (
    <View {...semantics({ role: 'radiogroup', label })}>
      {people.map(({ id, nickname, avatar }) => (
        <Cell
          key={id}
          lead={<Avatar id={id} src={avatar} />}
          title={nickname}
          chosen={id === value}
          onPress={() => onChange(id)}
        />
      ))}
    </View>
  )
}
