import { errors } from '@paidang/api/catalogue/errors'
import { LEVELS } from '@paidang/domain/areas/people/profile/level'
import { SPORT_NAMES, SPORTS, type Sport } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { Icon } from '../../../ui/icon'
import { Segmented } from '../../../ui/segmented'
import { Stepper } from '../../../ui/stepper'
import { abilityOf } from './level-scale'
import styles from './play-fields.module.scss'
import type { ProfileDraft } from './profile-draft'

const HANDS = [
  { key: '0', text: '右手' },
  { key: '1', text: '左手' },
] as const

const BACKHANDS = [
  { key: 'double', text: '双手反拍' },
  { key: 'single', text: '单手反拍' },
] as const

const GENDERS = [
  { key: '1', text: '男' },
  { key: '0', text: '女' },
] as const

const SPORT_ITEMS = SPORTS.map((sport) => ({ key: sport, text: SPORT_NAMES[sport] }))

type Props = { draft: ProfileDraft; onChange: (change: Partial<ProfileDraft>) => void }

/** The level that a player claims, with its description. */
export function LevelField({ level, onChange }: { level: number; onChange: (change: { level: number }) => void }) {
  return (
    <View className={styles.field}>
      <View className="mb-4 t-sub muted">等级</View>
      <Stepper
        label="等级"
        unit="级"
        value={level}
        min={LEVELS.least}
        max={LEVELS.most}
        step={LEVELS.step}
        text={(value) => value.toFixed(1)}
        onChange={(next) => onChange({ level: next })}
      />
      <View className="mt-4 t-caption muted">{abilityOf(level)}</View>
    </View>
  )
}

/** A level that the player cannot change any more. */
export function AssessedLevel({ level }: { level: number }) {
  return (
    <View className={styles.field}>
      <View className="mb-4 t-sub muted">等级</View>
      <View className="row-8 t-headline">
        {`${level.toFixed(1)} 级`}
        <Icon name="lock" size={16} />
      </View>
      <View className="mt-4 t-caption muted">{errors.level_assessed.message}</View>
    </View>
  )
}

/**
 * The racket hand, and one- or two-handed backhand. Nothing is chosen before the user said it.
 * Source: specification §3 "Handedness"
 */
export function HandFields({ draft: { handedness, backhandStyle }, onChange }: Props) {
  return (
    <>
      <View className={styles.field}>
        <View className="mb-4 t-sub muted">持拍手</View>
        <Segmented<'0' | '1' | ''>
          label="持拍手"
          items={HANDS}
          value={handedness === undefined ? '' : handedness === 1 ? '1' : '0'}
          onChange={(key) => onChange({ handedness: Number(key) })}
        />
      </View>
      <View className={styles.field}>
        <View className="mb-4 t-sub muted">反手</View>
        <Segmented<'double' | 'single' | ''>
          label="反手"
          items={BACKHANDS}
          value={backhandStyle ?? ''}
          onChange={(next) => next !== '' && onChange({ backhandStyle: next })}
        />
      </View>
    </>
  )
}

/** Chooses the gender. Nothing is chosen before the user said it. Source: specification §3 "Gender" */
export function GenderField({
  gender,
  onChange,
}: {
  gender: number | undefined
  onChange: (change: { gender: number }) => void
}) {
  return (
    <View className={styles.field}>
      <View className="mb-4 t-sub muted">性别</View>
      <Segmented<'0' | '1' | ''>
        label="性别"
        items={GENDERS}
        value={gender === undefined ? '' : gender === 0 ? '0' : '1'}
        onChange={(key) => onChange({ gender: Number(key) })}
      />
    </View>
  )
}

/** What one plays. Nothing is chosen before the user said it. */
export function SportField({
  sport,
  onChange,
}: {
  sport: Sport | undefined
  onChange: (change: { sport: Sport }) => void
}) {
  return (
    <View className={styles.field}>
      <View className="mb-4 t-sub muted">常打</View>
      <Segmented<Sport | ''>
        label="常打"
        items={SPORT_ITEMS}
        value={sport ?? ''}
        onChange={(next) => next !== '' && onChange({ sport: next })}
      />
    </View>
  )
}
