import type { Merchant, Racket, ShopString } from '@paidang/api/areas/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { stringLabel } from '@paidang/domain/areas/stringing/string-form'
import {
  MATERIAL_NAMES,
  PART_NAMES,
  STRING_MATERIALS,
  type StringPart,
} from '@paidang/domain/areas/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { Field } from '../../../../ui/field'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import styles from './form.module.scss'
import { StringReel } from './string-reel'
import { type HalfForm, isTooShort, type JobForm, stringsFor } from './stringing-form'
import { stringFacts } from './stringing-labels'

const MAX_NAME = 40

type Props = {
  open: boolean
  onClose: () => void
  part: StringPart
  form: JobForm
  racket: Racket
  merchant: Merchant
  onChange: (change: Partial<JobForm>) => void
}

/**
 * Chooses the string of a half: one of the shop's, by material, or the player's own by its name. Each opening resets
 * the input.
 */
export function StringSheet({ open, onClose, part, form, racket, merchant, onChange }: Props) {
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
        <View className={styles.own}>
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
      <View className={styles.group}>{title}</View>
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
