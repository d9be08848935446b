import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Field } from '../../../../ui/field'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import styles from './place-sheet.module.scss'

/** A city and perhaps a district of it, as typed; undefined means anywhere. */
export type PlaceFilter = { city: string; district: string } | undefined

type Props = {
  open: boolean
  value: PlaceFilter
  onChoose: (place: PlaceFilter) => void
  onClose: () => void
}

/** Chooses where to look for shops. */
export function PlaceSheet({ open, value, onChoose, onClose }: Props) {
  const [city, setCity] = useState(value?.city ?? '上海')
  const [district, setDistrict] = useState(value?.district ?? '')
  const [wasSent, setWasSent] = useState(false)
  const lacks = city.trim() === '' ? '请填写城市' : undefined
  const choose = (place: PlaceFilter) => {
    onChoose(place)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="在哪里"
      foot={
        <Button
          full
          lacks={lacks}
          onLacking={() => setWasSent(true)}
          onPress={() => choose({ city: city.trim(), district: district.trim() })}
        >
          按城市找
        </Button>
      }
    >
      <View {...semantics({ role: 'radiogroup', label: '在哪里' })}>
        <Cell title="不限地点" chosen={value === undefined} onPress={() => choose(undefined)} />
      </View>
      <View className={styles.fields}>
        <Field label="城市" value={city} maxLength={20} error={wasSent ? lacks : undefined} onInput={setCity} />
        <Field label="区县（选填）" value={district} maxLength={20} placeholder="例如 徐汇区" onInput={setDistrict} />
      </View>
    </Sheet>
  )
}
