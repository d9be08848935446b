import type { Merchant, Racket } from '@paidang/api/areas/stringing'
import { PART_NAMES, STRING_PARTS, type StringPart } from '@paidang/domain/areas/stringing/string-job'
import { kilogramsOf, TENSION_STEP, tensionLimits } from '@paidang/domain/areas/stringing/tension'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Card, CardHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { pressable, semantics } from '../../../../ui/semantics'
import { Stepper } from '../../../../ui/stepper'
import { Switch } from '../../../../ui/switch'
import styles from './form.module.scss'
import { StringReel } from './string-reel'
import { StringSheet } from './string-sheet'
import { bedOf, type JobForm, stringFault, stringsFor } from './stringing-form'
import { limitText, stringFacts } from './stringing-labels'

type Props = {
  form: JobForm
  racket: Racket
  merchant: Merchant
  onChange: (change: Partial<JobForm>) => void
}

/** 球线与磅数: the string and the tension of each half, in pounds and kilograms. */
export function StringsCard(props: Props) {
  const { form, racket, onChange } = props
  const [opened, setOpened] = useState<{ part: StringPart; count: number }>({ part: 'mains', count: 0 })
  const [isOpen, setOpen] = useState(false)
  const last = racket.lastJob
  return (
    <Card>
      <CardHead
        title="球线与磅数"
        tail={
          <Switch
            checked={form.isSame}
            // When the halves are separated, both begin with the shared string.
            onChange={(isSame) => onChange({ isSame, crosses: bedOf(form).crosses })}
          >
            主横同线
          </Switch>
        }
      />
      {STRING_PARTS.map((part) => (
        <Half
          key={part}
          part={part}
          {...props}
          onOpen={() => {
            setOpened({ part, count: opened.count + 1 })
            setOpen(true)
          }}
        />
      ))}
      <View className={styles.hint}>
        <Notice>
          <Facts>
            {last ? `上次 ${last.mains.tension} / ${last.crosses.tension} lb` : ''}
            {limitText(racket)}
          </Facts>
        </Notice>
      </View>
      <StringSheet key={opened.count} open={isOpen} part={opened.part} {...props} onClose={() => setOpen(false)} />
    </Card>
  )
}

function Half({ part, form, racket, merchant, onChange, onOpen }: Props & { part: StringPart; onOpen: () => void }) {
  const { source, stringId, name, tension } = bedOf(form)[part]
  const string = stringsFor(racket, merchant).find(({ id }) => id === stringId)
  const isFollowing = form.isSame && part === 'crosses'
  const fault = isFollowing ? undefined : stringFault(form, part, racket, merchant)
  const { min, max } = tensionLimits(racket)
  const title = PART_NAMES[part]
  const what = isFollowing ? '同主线' : source === 'OWN' ? `自带 ${name}` : name
  return (
    <View className={styles.half}>
      <View
        className={classNames(styles.string, !isFollowing && styles.choose)}
        {...(isFollowing
          ? {}
          : pressable({ label: `${title}，${what || '未选择'}，更换`, popup: 'dialog', onPress: onOpen }))}
      >
        <StringReel material={source === 'SHOP' && string ? string.material : null} />
        <View className={styles.stringText}>
          <View className={styles.stringTitle}>
            {title}
            {!isFollowing && <Icon name="chevron-right" size={14} className={styles.chevron} />}
          </View>
          <View className={styles.stringName}>{what || `选择${title}`}</View>
          {!isFollowing && source === 'SHOP' && string && (
            <View className={styles.facts}>
              <Facts>{stringFacts(string)}</Facts>
            </View>
          )}
        </View>
      </View>
      <View className={styles.tension}>
        <Stepper
          label={`${title}磅数`}
          value={tension}
          min={min}
          max={max}
          step={TENSION_STEP}
          unit="lb"
          onChange={(next) => onChange({ [part]: { ...form[part], tension: next } })}
        />
        <View className={styles.kilograms}>{`${kilogramsOf(tension)} kg`}</View>
        {(tension <= min || tension >= max) && <View className={styles.kilograms}>{limitText(racket)}</View>}
      </View>
      {fault !== undefined && (
        <View className={styles.fault} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          {fault}
        </View>
      )}
    </View>
  )
}
