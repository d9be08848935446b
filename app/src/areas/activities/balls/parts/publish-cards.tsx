import { PLAYERS } from '@paidang/domain/areas/activities/balls/ball-form'
import { CLOSING_HOURS, closingTime } from '@paidang/domain/areas/activities/balls/seat-rules'
import { instantOf } from '@paidang/domain/kernel/day'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../../ui/card'
import { Field } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { Stepper } from '../../../../ui/stepper'
import { useFeature } from '../../../ground/features/features-data'
import { GENDER_NAMES, momentText } from './ball-labels'
import { LevelSteppers } from './level-steppers'
import styles from './publish.module.scss'
import { closingHoursOf, feeLine, type PublishField, type PublishForm } from './publish-form'

type Props = {
  form: PublishForm
  onChange: (change: Partial<PublishForm>) => void
  /** Returns the message of a field that is wrong. */
  told: (field: PublishField) => string | undefined
}

const SPORTS = [
  { key: 'tennis', text: SPORT_NAMES.tennis },
  { key: 'badminton', text: SPORT_NAMES.badminton },
] as const

const MATCHES = [
  { key: '1', text: '双打' },
  { key: '0', text: '单打' },
] as const

/** Chooses what is played. */
export function WhatCard({ form, onChange, told, proposal }: Props & { proposal: string }) {
  return (
    <Card className="col-8">
      <CardHead title="球局" />
      <Field
        label="标题"
        value={form.title}
        maxLength={40}
        placeholder={proposal}
        error={told('title')}
        onInput={(title) => onChange({ title })}
      />
      <Segmented label="运动" items={SPORTS} value={form.sport} onChange={(sport) => onChange({ sport })} />
      <Segmented
        label="单打还是双打"
        items={MATCHES}
        value={form.matchType === 1 ? '1' : '0'}
        onChange={(key) => onChange(withMatch(form, key === '1' ? 1 : 0))}
      />
    </Card>
  )
}

const USUAL_PLAYERS = { 0: 2, 1: 4 } as const

/** Singles need two players and doubles four. Numbers with the usual values change along with the type. */
function withMatch({ matchType, minPlayers, maxPlayers }: PublishForm, next: 0 | 1): Partial<PublishForm> {
  const usual = USUAL_PLAYERS[matchType]
  if (minPlayers !== usual || maxPlayers !== usual) return { matchType: next }
  return { matchType: next, minPlayers: USUAL_PLAYERS[next], maxPlayers: USUAL_PLAYERS[next] }
}

const GENDERS = [
  { key: 'ANY', text: GENDER_NAMES.ANY },
  { key: 'MALE', text: GENDER_NAMES.MALE },
  { key: 'FEMALE', text: GENDER_NAMES.FEMALE },
] as const

/** Chooses who plays, and how many. `leastPlayers` is the lowest possible upper number. */
export function WhoCard({ form, onChange, told, leastPlayers }: Props & { leastPlayers: number }) {
  const { minPlayers, maxPlayers } = form
  return (
    <Card className="col-8">
      <CardHead title="谁来打" />
      <View className="chips-12">
        <View className={styles.half}>
          <View className="mb-4 t-sub muted">最少几人成局</View>
          <Stepper
            label="最少人数"
            value={minPlayers}
            min={PLAYERS.least}
            max={maxPlayers}
            unit="人"
            onChange={(next) => onChange({ minPlayers: next })}
          />
        </View>
        <View className={styles.half}>
          <View className="mb-4 t-sub muted">最多几人</View>
          <Stepper
            label="最多人数"
            value={maxPlayers}
            min={leastPlayers}
            max={PLAYERS.most}
            unit="人"
            limits={{
              min: leastPlayers > PLAYERS.least ? `已有 ${leastPlayers} 人报名` : `至少 ${PLAYERS.least} 人`,
              max: `最多 ${PLAYERS.most} 人`,
            }}
            onChange={(next) => onChange({ maxPlayers: next, minPlayers: Math.min(minPlayers, next) })}
          />
        </View>
      </View>
      <FieldError text={told('players')} />
      <View className="mb-4 t-sub muted">等级范围</View>
      <LevelSteppers from={form.levelFrom} to={form.levelTo} onChange={onChange} />
      <FieldError text={told('levels')} />
      <Segmented
        label="性别"
        items={GENDERS}
        value={form.genderRule}
        onChange={(genderRule) => onChange({ genderRule })}
      />
    </Card>
  )
}

const FEES = [
  { key: 'AA', text: 'AA' },
  { key: 'INITIATOR', text: '我请客' },
  { key: 'free', text: '免费' },
] as const

/** Sets what it costs and who pays; `isFixed` once somebody else has paid. */
export function CostCard({ form, onChange, told, isFixed }: Props & { isFixed: boolean }) {
  const takesPayments = useFeature('ballPayments')
  if (isFixed) {
    return (
      <Card className="col-8">
        <CardHead title="费用" />
        <View className="t-strong ink">{feeLine(form)}</View>
        <Notice tone="info" icon="lock">
          已有人支付，不能修改费用
        </Notice>
      </Card>
    )
  }
  if (takesPayments === undefined) return null
  if (!takesPayments) {
    return (
      <Card className="col-8">
        <CardHead title="费用" />
        <View className="t-strong ink">这里不收费用，场地费和用球由球友线下 AA</View>
      </Card>
    )
  }
  return (
    <Card className="col-8">
      <CardHead title="费用" />
      <Segmented label="谁付钱" items={FEES} value={form.feeBy} onChange={(feeBy) => onChange({ feeBy })} />
      {form.feeBy !== 'free' && (
        <View className="chips-12">
          <View className={styles.half}>
            <Field
              label="场地费（元）"
              type="digit"
              value={form.courtYuan}
              maxLength={8}
              placeholder="0"
              onInput={(courtYuan) => onChange({ courtYuan })}
            />
          </View>
          <View className={styles.half}>
            <Field
              label="用球等（元）"
              type="digit"
              value={form.extrasYuan}
              maxLength={8}
              placeholder="0"
              onInput={(extrasYuan) => onChange({ extrasYuan })}
            />
          </View>
        </View>
      )}
      <FieldError text={told('fee')} />
      <View className="t-strong ink">{feeLine(form)}</View>
      {form.feeBy === 'AA' && <View className="t-caption muted">预付按最少人数算，赛后按实到人数结算，多的退回</View>}
    </Card>
  )
}

const VISIBILITY = [
  { key: 'public', text: '公开' },
  { key: 'link', text: '仅链接' },
] as const

/** Sets who sees the game, its deadline, and a note to the players. */
export function RulesFields({ form, onChange, told, now }: Props & { now: Date }) {
  const { activityDate, beginTimeSlot } = form
  const closingHours = closingHoursOf(form)
  const startsAt = beginTimeSlot === null ? undefined : instantOf(activityDate, beginTimeSlot)
  const closes =
    startsAt && startsAt > now
      ? momentText(closingTime({ startsAt, hours: closingHours, madeAt: now }), now)
      : undefined
  return (
    <Card className="col-8">
      <CardHead title="规则" />
      <Segmented
        label="谁能看到"
        items={VISIBILITY}
        value={form.isPublic ? 'public' : 'link'}
        onChange={(key) => onChange({ isPublic: key === 'public' })}
      />
      <View className="t-caption muted">
        {form.isPublic ? '所有人都能在约球列表看到' : '不出现在列表，拿到链接的人才能看到和报名'}
      </View>
      <View className="mb-4 t-sub muted">开球前多久截止成局</View>
      <Stepper
        label="截止时间"
        value={closingHours}
        min={CLOSING_HOURS.least}
        max={CLOSING_HOURS.most}
        unit="小时前"
        onChange={(next) => onChange({ closingHours: next })}
      />
      <View className="t-caption muted">
        {`${closes === undefined ? '到时' : `${closes} `}人不够会自动取消${form.feeBy === 'free' ? '' : '并全额退款'}`}
      </View>
      <FieldError text={told('closing')} />
      <Field
        label="说明（选填）"
        value={form.description}
        maxLength={500}
        multiline
        placeholder="例如 提前 10 分钟到，球我带"
        onInput={(description) => onChange({ description })}
      />
    </Card>
  )
}

/** Shows what is wrong with a field, below it; nothing when it is correct. */
export function FieldError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <View className="row-4 t-caption bad" {...semantics({ role: 'alert' })}>
      <Icon name="warning" size={14} />
      {text}
    </View>
  )
}
