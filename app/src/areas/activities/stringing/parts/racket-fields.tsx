import { SPORT_NAMES, SPORTS } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Card, CardHead } from '../../../../ui/card'
import { Field } from '../../../../ui/field'
import { Segmented } from '../../../../ui/segmented'
import { Switch } from '../../../../ui/switch'
import { limitsOfSport, type RacketDraft, type RacketField, racketFaults } from './racket-draft'
import styles from './racket-fields.module.scss'

const SPORT_ITEMS = SPORTS.map((key) => ({ key, text: SPORT_NAMES[key] }))

type Props = {
  draft: RacketDraft
  onChange: (change: Partial<RacketDraft>) => void
  /** The user tried to save the draft, so every fault is shown. */
  wasSent: boolean
  /** The racket has orders, so its sport cannot change. */
  isSportFixed: boolean
  /** Why this is the main racket regardless of the input. */
  mainReason: string | undefined
}

/** The fields of a racket. A field is checked when the user leaves it, and then at each change. */
export function RacketFields({ draft, onChange, wasSent, isSportFixed, mainReason }: Props) {
  const [left, setLeft] = useState<readonly RacketField[]>([])
  const faults = racketFaults(draft)
  const field = (name: RacketField) => ({
    onBlur: () => setLeft((before) => [...before, name]),
    error: wasSent || left.includes(name) ? faults[name] : undefined,
  })
  return (
    <Card>
      <CardHead title="球拍资料" />
      {isSportFixed ? (
        <View className={styles.fixed}>{`${SPORT_NAMES[draft.sport]}拍，穿过线后不能改运动`}</View>
      ) : (
        <View className={styles.sport}>
          <Segmented items={SPORT_ITEMS} value={draft.sport} label="运动" onChange={(sport) => onChange({ sport })} />
        </View>
      )}
      <Field
        label="品牌"
        value={draft.brand}
        onInput={(brand) => onChange({ brand })}
        placeholder="例如 海岬"
        maxLength={20}
        {...field('brand')}
      />
      <Field
        label="型号"
        value={draft.model}
        onInput={(model) => onChange({ model })}
        placeholder="例如 疾风 98"
        maxLength={30}
        {...field('model')}
      />
      <View className={styles.pair}>
        <View className={styles.half}>
          <Field
            label="线床（选填）"
            value={draft.pattern}
            onInput={(pattern) => onChange({ pattern })}
            placeholder="例如 16×19"
            maxLength={10}
          />
        </View>
        <View className={styles.half}>
          <Field
            label="重量（克，选填）"
            value={draft.weight}
            onInput={(weight) => onChange({ weight })}
            placeholder="例如 305"
            type="number"
            maxLength={3}
            {...field('weight')}
          />
        </View>
      </View>
      <View className={styles.pair}>
        <View className={styles.half}>
          <Field
            label="手柄（选填）"
            value={draft.gripSize}
            onInput={(gripSize) => onChange({ gripSize })}
            placeholder={draft.sport === 'tennis' ? '例如 G2' : '例如 4U G5'}
            maxLength={10}
          />
        </View>
        <View className={styles.half}>
          <Field
            label="编号（选填）"
            value={draft.code}
            onInput={(code) => onChange({ code })}
            placeholder="例如 A-07"
            maxLength={20}
          />
        </View>
      </View>
      <View className={styles.pair}>
        <View className={styles.half}>
          <Field
            label="最低磅数（选填）"
            value={draft.minTension}
            onInput={(minTension) => onChange({ minTension })}
            type="digit"
            maxLength={4}
            {...field('limits')}
          />
        </View>
        <View className={styles.half}>
          <Field
            label="最高磅数（选填）"
            value={draft.maxTension}
            onInput={(maxTension) => onChange({ maxTension })}
            type="digit"
            maxLength={4}
            onBlur={field('limits').onBlur}
          />
        </View>
      </View>
      <View className={styles.note}>{`拍框上印的磅数范围；不填按${limitsOfSport(draft.sport)}`}</View>
      <Switch
        checked={draft.isMain || mainReason !== undefined}
        disabled={mainReason !== undefined}
        onChange={(isMain) => onChange({ isMain })}
      >
        主拍
      </Switch>
      <View className={styles.note}>{mainReason ?? '在这里上的课、打的球局，时长算在主拍上'}</View>
    </Card>
  )
}
