import { dayOf } from '@paidang/domain/kernel/day'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { ScrollView, View } from '@tarojs/components'
import { useState } from 'react'
import { locate } from '../../../../platform/place'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { type ChosenFilters, chipTexts } from './ball-filters'
import { ChoiceSheet } from './choice-sheet'
import styles from './filter-bar.module.scss'
import { LevelSheet, WhenSheet, WhereSheet } from './filter-sheets'

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
        <View className={styles.hint}>
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
        today={dayOf(new Date())}
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
