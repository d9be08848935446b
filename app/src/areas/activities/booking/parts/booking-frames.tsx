import { FOCUS_NAMES, FOCUSES } from '@paidang/domain/areas/activities/classes/invitation'
import { MAX_SLOTS } from '@paidang/domain/areas/time/schedule/selection'
import { SELECTION_TEXTS } from '@paidang/domain/areas/time/schedule/selection-texts'
import { type Day, dateAndWeekday } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Chip, ChosenChip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Field } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Stepper } from '../../../../ui/stepper'
import { NOTHING_CHOSEN, type SheetName, type SlotSummary } from '../booking-summary'
import type { SlotDraft, StatedByPlayer } from '../draft'
import styles from './booking-frames.module.scss'

type PickCardProps = {
  name: string
  value: string
  lead?: ReactNode
  /** What is wrong with the choice, below it. */
  note?: string
  disabled?: boolean
  onPress: () => void
}

/** A choice as a card that opens its sheet. */
export function PickCard({ name, value, lead, note, disabled, onPress }: PickCardProps) {
  return (
    <View
      className={classNames(styles.pickCard, 'row-8 shrinks', disabled && styles.quiet)}
      hoverClass={disabled ? 'none' : styles.pressed}
      {...pressable({ onPress, disabled, popup: 'dialog', label: [name, value, note].filter(Boolean).join('，') })}
    >
      {lead}
      <View className="grow">
        <View className={styles.caption}>{name}</View>
        <View className={styles.value}>{value}</View>
        {note && <View className={classNames(styles.caption, styles.soon)}>{note}</View>}
      </View>
      {!disabled && <Icon name="chevron-down" size={16} className="faint" />}
    </View>
  )
}

type FoldedLineProps = { lead?: ReactNode; title: string[]; note: ReactNode; onUnfold: () => void }

/** A head in one line, with a button to unfold it. */
export function FoldedLine({ lead, title, note, onUnfold }: FoldedLineProps) {
  return (
    <View className={styles.folded}>
      {lead}
      <View className="grow">
        <View className={styles.value}>
          <Facts>{title}</Facts>
        </View>
        <View className={styles.caption}>{note}</View>
      </View>
      <Button kind="plain" size="s" onPress={onUnfold}>
        更改
      </Button>
    </View>
  )
}

type SlotBarProps = {
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
export function SlotBar({ facts, date, onClear, seats, cost, details, button }: SlotBarProps) {
  return (
    <View className={classNames(styles.bar, 'wrap-8-12 keep in-8-8')}>
      <SpokenFacts facts={facts} />
      {seats && facts.chosen !== undefined && <View className={styles.seats}>{seats}</View>}
      <View className={classNames(styles.left, 'fill t-caption muted')}>
        {facts.chosen === undefined ? (
          <View className="t-strong-20 ink">
            {NOTHING_CHOSEN}
            <View className="t-caption muted">点一下开始，再点一下结束</View>
          </View>
        ) : (
          <>
            <ChosenSlots facts={facts} date={date} onClear={onClear} />
            {facts.collisions && <View className="mt-2 wait">{facts.collisions}</View>}
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
    <View className="mt-2">
      {before} <View className={styles.number}>{number}</View> 课时
      {children}
    </View>
  )
}

type ChosenSlotsProps = { facts: SlotSummary; date: Day; onClear: () => void; withDay?: boolean }

/** The chosen run as a chip; amber with an icon where it collides. */
function ChosenSlots({ facts, date, onClear, withDay }: ChosenSlotsProps) {
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
  /** Shows what else is free. */
  onTaken: () => void
}

/** The submit button. While something is missing it says so, and a press opens that choice. */
export function SubmitButton({ facts, text, isBusy, full, onPress, onOpen, onTaken }: SubmitProps) {
  const { refusal, leadsTo } = facts
  if (refusal === SELECTION_TEXTS.justTaken)
    return (
      <Button full={full} note={refusal} onPress={onTaken}>
        看看别的时间
      </Button>
    )
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
function SpokenFacts({ facts }: { facts: SlotSummary }) {
  return (
    <View className={styles.unseen} {...semantics({ role: 'status', live: 'polite' })}>
      {facts.spoken}
    </View>
  )
}

/** The column itself, which scrolls beside the grid. */
export function DesktopFrame({ children }: { children: ReactNode }) {
  return (
    <View className={styles.column}>
      <View className={classNames(styles.scroll, 'col-12')}>{children}</View>
    </View>
  )
}

/** The line between two choices of one card. */
export function PickLine() {
  return <View className={styles.dash} />
}

type PickRowProps = {
  name: string
  value: string
  lead?: ReactNode
  /** What is wrong with the choice, below it. */
  note?: string
  action: string
  disabled?: boolean
  onPress: () => void
}

/** A choice with its button. */
export function PickRow({ name, value, lead, note, action, disabled, onPress }: PickRowProps) {
  return (
    <View className="row-12">
      {lead}
      <View className="grow">
        <View className={styles.caption}>{name}</View>
        <View className="t-headline">{value}</View>
        {note && <View className={classNames(styles.caption, styles.soon)}>{note}</View>}
      </View>
      {!disabled && (
        <Button kind="plain" size="s" label={action.endsWith(name) ? action : `${action}${name}`} onPress={onPress}>
          {action}
        </Button>
      )}
    </View>
  )
}

type ChosenCardProps = {
  facts: SlotSummary
  date: Day
  onClear: () => void
  rows: KeyValue[]
  extras: ReactNode
  button: ReactNode
}

/** What is chosen, what it costs, what can be added, and the button. */
export function ChosenCard({ facts, date, onClear, rows, extras, button }: ChosenCardProps) {
  return (
    <Card className={classNames(styles.grow, 'col-0')}>
      <CardHead title="已选时段" tail={`${facts.count} / ${MAX_SLOTS} 格`} />
      <SpokenFacts facts={facts} />
      {facts.chosen === undefined ? (
        <View className="mb-8 t-sub muted">{NOTHING_CHOSEN}：在右边点一下开始，再点一下结束</View>
      ) : (
        <View className="mb-8">
          <ChosenSlots facts={facts} date={date} onClear={onClear} withDay />
        </View>
      )}
      <KeyValues rows={rows} />
      <View className="mt-8">{extras}</View>
      <View className="fill" />
      <View className={styles.submit}>{button}</View>
    </Card>
  )
}

type SeatsProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void }

/** Chooses the number of seats of the class. */
export function SeatsRow({ label, value, min, max, onChange }: SeatsProps) {
  return (
    <View className="between mb-12">
      <View>
        {label}
        <View className={styles.caption}>{`这门课最多 ${max} 人`}</View>
      </View>
      <Stepper value={value} min={min} max={max} unit="人" label={label} onChange={onChange} />
    </View>
  )
}

/** Returns the row for the number of participants, where the course has more than one seat. */
export function seatRows(maxParticipants: number | undefined, seatsOf: (max: number) => number): KeyValue[] {
  if (maxParticipants === undefined || maxParticipants < 2) return []
  return [{ name: '上课人数', value: `${seatsOf(maxParticipants)} 人` }]
}

/** Source: specification §3 "Course invitation". The server refuses longer messages. */
const MESSAGE_MAX = 200

type StatedProps = {
  stated: SlotDraft['stated'] & Partial<StatedByPlayer>
  onChange: (part: Partial<StatedByPlayer>) => void
  /** The words of the message to the players; undefined where there are none. */
  toPlayers?: { label: string; placeholder: string }
}

/** The fields of what is stated about the class, for both sides. */
export function StatedFields({ stated, onChange, toPlayers }: StatedProps) {
  const { focus, messageToCoach, messageToPlayers } = stated
  return (
    <>
      <View className="muted t-sub mb-8">想练什么（选填）</View>
      <View className="wrap-8 mb-16">
        {FOCUSES.filter((one) => one !== '').map((one) => (
          <Chip key={one} onCard on={one === focus} onPress={() => onChange({ focus: one === focus ? '' : one })}>
            {FOCUS_NAMES[one]}
          </Chip>
        ))}
      </View>
      {messageToCoach !== undefined && (
        <Field
          label="给教练留言（选填）"
          placeholder="例如：想多练反手"
          value={messageToCoach}
          onInput={(value) => onChange({ messageToCoach: value })}
          maxLength={MESSAGE_MAX}
          multiline
        />
      )}
      {toPlayers && (
        <Field
          {...toPlayers}
          value={messageToPlayers}
          onInput={(value) => onChange({ messageToPlayers: value })}
          maxLength={MESSAGE_MAX}
          multiline
        />
      )}
    </>
  )
}

const DATES = [0, 1, 2, 3, 4, 5, 6]
const CELLS = Array.from({ length: 40 }, (_, at) => at)

/** The skeleton of the screen, while coaches are fetched for the first time. */
export function BookingSkeleton() {
  return (
    <View className={styles.skeleton}>
      <SkeletonGroup>
        <View className={styles.skeletonPicks}>
          <PickBox />
          <PickBox />
        </View>
        <View className={styles.skeletonContract}>
          <Skeleton width={20} height={20} />
          <View className="col-8 grow">
            <Skeleton width={140} height={14} />
            <Skeleton width={190} height={10} />
          </View>
          <Skeleton width={44} height={24} />
        </View>
        <View className={styles.skeletonPanel}>
          <View className={classNames(styles.dates, 'beside-4')}>
            {DATES.map((date) => (
              <Skeleton key={date} width={48} height={56} radius={12} />
            ))}
          </View>
          <View className={styles.tools}>
            <Skeleton width={120} height={14} />
            <Skeleton width={96} height={22} />
          </View>
          <View className={styles.grid}>
            {CELLS.map((cell) => (
              <View key={cell} className="shrinks">
                <Skeleton height={42} radius={4} />
              </View>
            ))}
          </View>
        </View>
      </SkeletonGroup>
    </View>
  )
}

function PickBox() {
  return (
    <View className={styles.skeletonPick}>
      <Skeleton width={40} height={40} radius="round" />
      <View className="col-8 grow">
        <Skeleton width={40} height={10} />
        <Skeleton width={72} height={14} />
      </View>
    </View>
  )
}
