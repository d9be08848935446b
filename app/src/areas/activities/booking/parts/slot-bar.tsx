import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button'
import { ChosenChip } from '../../../../ui/chip'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { dateAndWeekday } from '../../../../ui/time-format'
import { NOTHING_CHOSEN, type SlotSummary } from '../booking-summary'
import type { SheetName } from '../sheet-name'
import styles from './slot-bar.module.scss'

type Props = {
  facts: SlotSummary
  date: Day
  onClear: () => void
  /** The input for the number of participants, where the course has several seats. */
  seats: ReactNode
  /** What it costs, in a line. */
  cost: ReactNode
  /** The button that opens the whole booking. */
  details: { words: ReactNode; label: string; onOpen: () => void }
  button: ReactNode
}

/** The bar at the foot of the screen: selection, cost, details, and the button. */
export function SlotBar({ facts, date, onClear, seats, cost, details, button }: Props) {
  return (
    <View className={styles.bar}>
      <SpokenFacts facts={facts} />
      {seats && facts.chosen !== undefined && <View className={styles.seats}>{seats}</View>}
      <View className={styles.left}>
        {facts.chosen === undefined ? (
          <View className={styles.hint}>
            {NOTHING_CHOSEN}
            <View className={styles.how}>点一下开始，再点一下结束</View>
          </View>
        ) : (
          <>
            <ChosenSlots facts={facts} date={date} onClear={onClear} />
            {facts.collisions && <View className={styles.collisions}>{facts.collisions}</View>}
            {cost}
            <View
              className={styles.details}
              {...pressable({ onPress: details.onOpen, popup: 'dialog', label: details.label })}
            >
              <View>{details.words}</View>
              <Icon name="chevron-right" size={12} />
            </View>
          </>
        )}
      </View>
      {button}
    </View>
  )
}

/** A warning within a line. */
export function Warning({ children }: { children: ReactNode }) {
  return <View className={styles.warning}>{children}</View>
}

/** A line of the bar about the cost. `number` is emphasised. */
export function CostLine({ before, number, children }: { before: string; number: string; children?: ReactNode }) {
  return (
    <View className={styles.cost}>
      {before} <View className={styles.number}>{number}</View> 课时
      {children}
    </View>
  )
}

type ChosenProps = { facts: SlotSummary; date: Day; onClear: () => void; withDay?: boolean }

/** The chosen run as a chip; amber with an icon where it collides. */
export function ChosenSlots({ facts, date, onClear, withDay }: ChosenProps) {
  return (
    <ChosenChip
      tone={facts.collisions ? 'wait' : 'brand'}
      icon={facts.collisions ? 'warning' : undefined}
      onRemove={onClear}
      removeLabel={`取消选择 ${facts.chosen}`}
    >
      {withDay ? <Facts>{[dateAndWeekday(date), facts.chosen]}</Facts> : facts.chosen}
    </ChosenChip>
  )
}

type SubmitProps = {
  facts: SlotSummary
  /** At most six characters. */
  text: string
  isBusy: boolean
  full?: boolean | undefined
  onPress: () => void
  /** Opens the sheet of the missing choice. */
  onOpen: (sheet: SheetName) => void
}

/** The submit button. While something is missing it says so, and a press opens that choice. */
export function SubmitButton({ facts, text, isBusy, full, onPress, onOpen }: SubmitProps) {
  const { refusal, leadsTo } = facts
  return (
    <Button
      full={full}
      busy={isBusy}
      lacks={refusal}
      onLacking={() => leadsTo && onOpen(leadsTo)}
      // The first step is already shown beside the button.
      reason={refusal === NOTHING_CHOSEN ? undefined : refusal}
      onPress={onPress}
    >
      {text}
    </Button>
  )
}

/** Text for screen readers at each change of the selection. It is invisible, because the bar shows the same. */
export function SpokenFacts({ facts }: { facts: SlotSummary }) {
  return (
    <View className={styles.unseen} {...semantics({ role: 'status', live: 'polite' })}>
      {facts.spoken}
    </View>
  )
}
