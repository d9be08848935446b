import type { Merchant, Racket, ShopString } from '@paidang/api/areas/activities/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { stringLabel } from '@paidang/domain/areas/activities/stringing/string-form'
import {
  MATERIAL_NAMES,
  PART_NAMES,
  STRING_MATERIALS,
  STRING_PARTS,
  type StringPart,
} from '@paidang/domain/areas/activities/stringing/string-job'
import { kilogramsOf, TENSION_STEP, tensionLimits } from '@paidang/domain/areas/activities/stringing/tension'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Field } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import { Switch } from '../../../../ui/switch'
import styles from './form.module.scss'
import { StringReel } from './racket-drawing'
import { bedOf, type HalfForm, isTooShort, type JobForm, stringFault, stringsFor } from './stringing-form'
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
      <View className="mt-8">
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
    <View className={classNames(styles.half, 'wrap-8-12')}>
      <View
        className={classNames(styles.string, 'row-12', !isFollowing && styles.choose)}
        {...(isFollowing
          ? {}
          : pressable({ label: `${title}，${what || '未选择'}，更换`, popup: 'dialog', onPress: onOpen }))}
      >
        <StringReel material={source === 'SHOP' && string ? string.material : null} />
        <View className="grow">
          <View className="row-4 t-headline ink">
            {title}
            {!isFollowing && <Icon name="chevron-right" size={14} className="faint" />}
          </View>
          <View className="t-sub breaks">{what || `选择${title}`}</View>
          {!isFollowing && source === 'SHOP' && string && (
            <View className="t-sub muted">
              <Facts>{stringFacts(string)}</Facts>
            </View>
          )}
        </View>
      </View>
      <View className={classNames(styles.tension, 'col-2 keep')}>
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
        <View className={classNames(styles.fault, 'row-4 t-caption bad')} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          {fault}
        </View>
      )}
    </View>
  )
}

const MAX_NAME = 40

type StringSheetProps = Props & { open: boolean; onClose: () => void; part: StringPart }

/**
 * Chooses the string of a half: one of the shop's, by material, or the player's own by its name. Each opening resets
 * the input.
 */
function StringSheet({ open, onClose, part, form, racket, merchant, onChange }: StringSheetProps) {
  const half = form[part]
  const [isOwn, setOwn] = useState(half.source === 'OWN')
  const [name, setName] = useState(half.source === 'OWN' ? half.name : '')
  const [wasSent, setWasSent] = useState(false)
  const lacks = name.trim() === '' ? errors.stringing_string_missing.message : undefined
  const strings = stringsFor(racket, merchant)
  const title = form.isSame ? '选择球线' : `选择${PART_NAMES[part]}`
  const take = (string: Omit<HalfForm, 'tension'>) => {
    onChange({ [part]: { ...half, ...string } })
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <View {...semantics({ role: 'radiogroup', label: title })}>
        {STRING_MATERIALS.map((material) => (
          <Group key={material} title={MATERIAL_NAMES[material]}>
            {strings
              .filter((string) => string.material === material)
              .map((string) => (
                <StringCell
                  key={string.id}
                  string={string}
                  isShort={isTooShort(form, part, string)}
                  chosen={!isOwn && half.stringId === string.id}
                  onPress={() => take({ source: 'SHOP', stringId: string.id, name: stringLabel(string) })}
                />
              ))}
          </Group>
        ))}
        <Group title="自己有线">
          {[
            <Cell
              key="own"
              lead={<StringReel material={null} />}
              title="自带球线"
              note="只付工费，请随球拍一起带来"
              chosen={isOwn}
              onPress={() => setOwn(true)}
            />,
          ]}
        </Group>
      </View>
      {isOwn && (
        <View className={classNames(styles.own, 'col-12')}>
          <Field
            label="球线名称"
            value={name}
            maxLength={MAX_NAME}
            placeholder="例如 聚酯 1.25 黑"
            error={wasSent ? lacks : undefined}
            onInput={setName}
          />
          <Button
            full
            lacks={lacks}
            onLacking={() => setWasSent(true)}
            onPress={() => take({ source: 'OWN', stringId: '', name: name.trim() })}
          >
            用自带球线
          </Button>
        </View>
      )}
    </Sheet>
  )
}

/** Strings grouped by material; nothing where there are none. */
function Group({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <View>
      <View className={classNames(styles.group, 't-sub muted')}>{title}</View>
      {children}
    </View>
  )
}

type CellProps = { string: ShopString; isShort: boolean; chosen: boolean; onPress: () => void }

function StringCell({ string, isShort, chosen, onPress }: CellProps) {
  return (
    <Cell
      lead={<StringReel material={string.material} />}
      title={stringLabel(string)}
      note={isShort ? errors.stringing_string_short.message : <Facts>{stringFacts(string)}</Facts>}
      value={`¥${yuanOf(string.halfPriceFen)} 半副`}
      disabled={isShort}
      chosen={chosen}
      onPress={onPress}
    />
  )
}
