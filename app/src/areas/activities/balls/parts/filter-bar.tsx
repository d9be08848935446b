import type { Day } from '@paidang/domain/kernel/day'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { ScrollView, View } from '@tarojs/components'
import { useState } from 'react'
import { locate } from '../../../../platform/place'
import { useUserId } from '../../../../platform/session'
import { showToast } from '../../../../platform/toast'
import { useToday } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { ChoiceSheet } from '../../../../ui/choice-sheet'
import { DayPicker } from '../../../../ui/day-picker'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import styles from '../ball-list-view.module.scss'
import { type ChosenFilters, chipTexts, type LevelFilter, type WhenFilter, type WhereFilter } from './ball-filters'
import { LevelSteppers } from './level-steppers'

type Sord = 'asc' | 'desc'

type Props = {
  chosen: ChosenFilters
  onChange: (chosen: ChosenFilters) => void
  sord: Sord
  onSord: (sord: Sord) => void
  /** The reader's level; null while unknown. */
  ownLevel: number | null
}

const SPORTS = [
  { key: 'any', text: '不限运动' },
  { key: 'tennis', text: SPORT_NAMES.tennis },
  { key: 'badminton', text: SPORT_NAMES.badminton },
] as const

const FEES = [
  { key: 'any', text: '不限价格' },
  { key: '0', text: '免费' },
  { key: '5000', text: '¥50 以内' },
  { key: '10000', text: '¥100 以内' },
] as const

/** The filters and the order of the list. It asks for the reader's location below while that is unknown. */
export function FilterBar({ chosen, onChange, sord, onSord, ownLevel }: Props) {
  const [open, setOpen] = useState<'sport' | 'when' | 'level' | 'where' | 'fee'>()
  const [isLocating, setIsLocating] = useState(false)
  const close = () => setOpen(undefined)
  const set = (change: Partial<ChosenFilters>) => onChange({ ...chosen, ...change })
  const texts = chipTexts(chosen)
  const findOut = async () => {
    setIsLocating(true)
    try {
      set({ point: await locate() })
    } catch {
      showToast('没有取到位置，请检查定位权限', { tone: 'failed' })
    } finally {
      setIsLocating(false)
    }
  }
  const today = useToday()
  const toggleMatch = (matchType: 0 | 1) => set({ matchType: chosen.matchType === matchType ? null : matchType })
  return (
    <>
      <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
        <View className={styles.chips} {...semantics({ role: 'group', label: '筛选球局' })}>
          <Chip opens on={chosen.sport !== null} onPress={() => setOpen('sport')}>
            {texts.sport}
          </Chip>
          <Chip opens on={chosen.when !== 'any'} onPress={() => setOpen('when')}>
            {texts.when}
          </Chip>
          <Chip opens on={chosen.level !== 'any'} onPress={() => setOpen('level')}>
            {texts.level}
          </Chip>
          <Chip on={chosen.matchType === 1} onPress={() => toggleMatch(1)}>
            双打
          </Chip>
          <Chip on={chosen.matchType === 0} onPress={() => toggleMatch(0)}>
            单打
          </Chip>
          <Chip on={chosen.hasSeats} onPress={() => set({ hasSeats: !chosen.hasSeats })}>
            有空位
          </Chip>
          <Chip opens on={chosen.where.kind !== 'any'} onPress={() => setOpen('where')}>
            {texts.where}
          </Chip>
          <Chip opens on={chosen.maxFeeFen !== null} onPress={() => setOpen('fee')}>
            {texts.fee}
          </Chip>
          <Chip on={sord === 'asc'} onPress={() => onSord(sord === 'asc' ? 'desc' : 'asc')}>
            {sord === 'asc' ? '时间 近→远' : '时间 远→近'}
          </Chip>
        </View>
      </ScrollView>
      {chosen.point === undefined && (
        <View className="in-8-0">
          <Notice
            tone="info"
            icon="pin"
            tail={
              <Button kind="plain" size="s" busy={isLocating} onPress={findOut}>
                开启定位
              </Button>
            }
          >
            开启定位，看附近球局
          </Notice>
        </View>
      )}
      <ChoiceSheet
        open={open === 'sport'}
        title="运动"
        items={SPORTS}
        value={chosen.sport ?? 'any'}
        onChoose={(key) => set({ sport: key === 'any' ? null : key })}
        onClose={close}
      />
      <WhenSheet
        open={open === 'when'}
        value={chosen.when}
        today={today}
        onChoose={(when) => set({ when })}
        onClose={close}
      />
      <LevelSheet
        open={open === 'level'}
        value={chosen.level}
        ownLevel={ownLevel}
        onChoose={(level) => set({ level })}
        onClose={close}
      />
      <WhereSheet
        open={open === 'where'}
        value={chosen.where}
        isLocated={chosen.point !== undefined}
        isLocating={isLocating}
        onLocate={findOut}
        onChoose={(where) => set({ where })}
        onClose={close}
      />
      <ChoiceSheet
        open={open === 'fee'}
        title="每人费用"
        items={FEES}
        value={feeKey(chosen.maxFeeFen)}
        onChoose={(key) => set({ maxFeeFen: key === 'any' ? null : Number(key) })}
        onClose={close}
      />
    </>
  )
}

function feeKey(maxFeeFen: number | null): (typeof FEES)[number]['key'] {
  return FEES.find(({ key }) => key === String(maxFeeFen))?.key ?? 'any'
}

type SheetProps<Value> = { open: boolean; value: Value; onChoose: (value: Value) => void; onClose: () => void }

const NEAR_DAYS = [
  { key: 'any', text: '不限时间' },
  { key: 'today', text: '今天' },
  { key: 'tomorrow', text: '明天' },
  { key: 'weekend', text: '本周末' },
] as const

/** Chooses the days: near ones by name, or one date. */
function WhenSheet({ open, value, onChoose, onClose, today }: SheetProps<WhenFilter> & { today: Day }) {
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
      <View className="in-8-16">
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
function LevelSheet(props: SheetProps<LevelFilter> & { ownLevel: number | null }) {
  const { open, value, onChoose, onClose, ownLevel } = props
  const isLoggedIn = useUserId() !== null
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
          note={
            ownLevel !== null
              ? `我的等级 ${ownLevel.toFixed(1)}`
              : isLoggedIn
                ? '在个人资料里填写等级后可选'
                : '登录后按你的等级找'
          }
          chosen={value === 'mine'}
          disabled={ownLevel === null}
          onPress={() => choose('mine')}
        />
      </View>
      <View className="in-8-16">
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
function WhereSheet({ open, value, onChoose, onClose, isLocated, isLocating, onLocate }: WhereProps) {
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
      <View className="in-8-16">
        {!isLocated && (
          <Button kind="ghost" size="m" icon="pin" busy={isLocating} onPress={onLocate}>
            开启定位
          </Button>
        )}
        <View className={styles.caption}>或按城市和区县</View>
        <View className="beside-12">
          <View className="grow">
            <Field label="城市" value={city} maxLength={20} onInput={setCity} />
          </View>
          <View className="grow">
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
