import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { DayPicker } from '../../../../ui/day-picker'
import { Field } from '../../../../ui/field'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import type { LevelFilter, WhenFilter, WhereFilter } from './ball-filters'
import styles from './filter-sheets.module.scss'
import { LevelSteppers } from './level-steppers'

type SheetProps<Value> = { open: boolean; value: Value; onChoose: (value: Value) => void; onClose: () => void }

const NEAR_DAYS = [
  { key: 'any', text: '不限时间' },
  { key: 'today', text: '今天' },
  { key: 'tomorrow', text: '明天' },
  { key: 'weekend', text: '本周末' },
] as const

/** Chooses the days: near ones by name, or one date. */
export function WhenSheet({ open, value, onChoose, onClose, today }: SheetProps<WhenFilter> & { today: Day }) {
  const choose = (when: WhenFilter) => {
    onChoose(when)
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="什么时候">
      <View {...semantics({ role: 'radiogroup', label: '什么时候' })}>
        {NEAR_DAYS.map(({ key, text }) => (
          <Cell key={key} title={text} chosen={value === key} onPress={() => choose(key)} />
        ))}
      </View>
      <View className={styles.body}>
        <View className={styles.caption}>或选一天</View>
        <DayPicker
          value={typeof value === 'string' ? '' : value.day}
          min={today}
          label="球局日期"
          onChange={(day) => choose({ day })}
        />
      </View>
    </Sheet>
  )
}

/** Chooses the levels: those that accept the reader, or a range. */
export function LevelSheet(props: SheetProps<LevelFilter> & { ownLevel: number | null }) {
  const { open, value, onChoose, onClose, ownLevel } = props
  const [range, setRange] = useState(typeof value === 'string' ? { from: 2.5, to: 4 } : value)
  const choose = (level: LevelFilter) => {
    onChoose(level)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="等级"
      foot={
        <Button full onPress={() => choose(range)}>
          按这个范围找
        </Button>
      }
    >
      <View {...semantics({ role: 'radiogroup', label: '等级' })}>
        <Cell title="不限等级" chosen={value === 'any'} onPress={() => choose('any')} />
        <Cell
          title="适合我"
          note={ownLevel === null ? '登录后按你的等级找' : `我的等级 ${ownLevel.toFixed(1)}`}
          chosen={value === 'mine'}
          disabled={ownLevel === null}
          onPress={() => choose('mine')}
        />
      </View>
      <View className={styles.body}>
        <View className={styles.caption}>或选一个范围</View>
        <LevelSteppers
          from={range.from}
          to={range.to}
          onChange={({ levelFrom, levelTo }) => setRange({ from: levelFrom, to: levelTo })}
        />
      </View>
    </Sheet>
  )
}

const NEAR_KM = [3, 5, 10, 20] as const

type WhereProps = SheetProps<WhereFilter> & {
  isLocated: boolean
  isLocating: boolean
  onLocate: () => void
}

/** Chooses the place: a distance, once the reader's location is known; else city and district. */
export function WhereSheet({ open, value, onChoose, onClose, isLocated, isLocating, onLocate }: WhereProps) {
  const [city, setCity] = useState(value.kind === 'city' ? value.city : '上海')
  const [district, setDistrict] = useState(value.kind === 'city' ? value.district : '')
  const choose = (where: WhereFilter) => {
    onChoose(where)
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
          disabled={city.trim() === ''}
          reason="请填写城市"
          onPress={() => choose({ kind: 'city', city: city.trim(), district })}
        >
          按城市找
        </Button>
      }
    >
      <View {...semantics({ role: 'radiogroup', label: '在哪里' })}>
        <Cell title="不限地点" chosen={value.kind === 'any'} onPress={() => choose({ kind: 'any' })} />
        {isLocated &&
          NEAR_KM.map((km) => (
            <Cell
              key={km}
              title={`${km} km 内`}
              chosen={value.kind === 'near' && value.km === km}
              onPress={() => choose({ kind: 'near', km })}
            />
          ))}
      </View>
      <View className={styles.body}>
        {!isLocated && (
          <Button kind="ghost" size="m" icon="pin" busy={isLocating} onPress={onLocate}>
            开启定位
          </Button>
        )}
        <View className={styles.caption}>或按城市和区县</View>
        <View className={styles.pair}>
          <View className={styles.half}>
            <Field label="城市" value={city} maxLength={20} onInput={setCity} />
          </View>
          <View className={styles.half}>
            <Field
              label="区县（选填）"
              value={district}
              maxLength={20}
              placeholder="例如 徐汇区"
              onInput={setDistrict}
            />
          </View>
        </View>
      </View>
    </Sheet>
  )
}
