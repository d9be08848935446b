import { DATE_WINDOW_DAYS, type Day, dayOf } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useMemo, useState } from 'react'
import { awayPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icon'
import { pressable, semantics } from '../../../ui/semantics'
import { useCoachDayMarks } from '../schedule/court-status-data'
import { coachStripDaysOf, weekdayAndDate } from '../schedule/strip-days'
import { cellAtPlace, OWN_COLUMN, ownDayOf } from './lock-grid'
import { type Clash, type LockInput, useLockOwnTime, useOwnDay, useUndoOwnLocks, useUnlockOwnTime } from './locks-data'
import styles from './locks-view.module.scss'
import { lockedText, repeatText } from './parts/lock-labels'
import { LockBar, LockedLine, LockPanel, useLockChoice } from './parts/lock-panel'
import { ClashSheet, OwnLocksSheet, RepeatSheet } from './parts/sheets'

type Props = { date: Day; now: Date; onDate: (date: Day) => void }

/** The size of a day without classes or locks outside of it. It is drawn while the day loads. */
const FRAME = { courts: OWN_COLUMN, firstStart: DEFAULT_FIRST_START, lastStart: DEFAULT_LAST_START }

const NO_REASON: Reason = { name: undefined, own: '' }

/** 锁我的时间: the coach's day in one column, with the coach's classes and locks. */
export function OwnLocks({ date, now, onDate }: Props) {
  const today = dayOf(now)
  const marks = useCoachDayMarks({ from: today, days: DATE_WINDOW_DAYS })
  const read = useOwnDay(date)
  const day = useMemo(() => read.data && ownDayOf({ date, now, ...read.data }), [date, now, read.data])
  const choice = useLockChoice(day, date)
  const { locking, repeatUntil } = choice
  const [reason, setReason] = useState(NO_REASON)
  const [sheet, setSheet] = useState<'repeat' | 'locks'>()
  const [clash, setClash] = useState<Clash>()
  const [locked, setLocked] = useState<LockInput & { ids: readonly string[] }>()
  const closeSheet = () => setSheet(undefined)
  const lock = useLockOwnTime({
    onDone(input, made) {
      choice.clear()
      setReason(NO_REASON)
      setLocked({ ...input, ids: made.filter((one) => one.date === input.date).map(({ id }) => id) })
    },
    onClash: setClash,
  })
  const undo = useUndoOwnLocks({ onDone: () => setLocked(undefined), onClash: setClash })
  const unlock = useUnlockOwnTime({ onDone: closeSheet, onClash: setClash })
  const locks = read.data?.locks ?? []
  return (
    <>
      <LockPanel
        days={coachStripDaysOf(today, today, marks.data)}
        date={date}
        onDate={onDate}
        read={read}
        day={day}
        frame={FRAME}
        choice={choice}
        label={`${weekdayAndDate(date)} 锁定我的时间`}
        onPress={(place) => {
          if (day && cellAtPlace(day, place)?.state === 'locked') setSheet('locks')
          else choice.press(place)
        }}
        tools={
          <>
            {locks.length > 0 && (
              <View
                className={classNames(styles.ownLocks, 'keep in-0-0 t-sub brand')}
                {...pressable({ onPress: () => setSheet('locks'), popup: 'dialog' })}
              >
                {weekdayAndDate(date)} 已锁 {locks.length} 段
                <Icon name="chevron-right" size={14} />
              </View>
            )}
            <View
              className={classNames(styles.ownLocks, 'keep in-0-0 t-sub brand')}
              {...pressable({ role: 'link', onPress: () => goTo(awayPath()) })}
            >
              要休几天？登记休假
              <Icon name="chevron-right" size={14} />
            </View>
          </>
        }
      />
      {locking.length > 0 && <ReasonRow reason={reason} onChange={setReason} />}
      <LockBar
        choice={choice}
        columns={OWN_COLUMN}
        done={
          locked?.date === date && (
            <LockedLine
              text={lockedText(locked.cells, OWN_COLUMN)}
              busy={undo.isPending}
              onUndo={() => undo.act({ ids: locked.ids, series: locked.repeatUntil !== undefined })}
            />
          )
        }
        repeat={{ text: repeatText(date, repeatUntil), onOpen: () => setSheet('repeat') }}
        actions={
          <Button
            icon="lock"
            busy={lock.isPending}
            lacks={choice.lacks}
            onPress={() => lock.act({ date, cells: locking, repeatUntil, reason: reasonText(reason) })}
          >
            锁定时段
          </Button>
        }
      />
      <RepeatSheet
        open={sheet === 'repeat'}
        date={date}
        until={repeatUntil}
        onChoose={choice.repeat}
        onClose={closeSheet}
      />
      <OwnLocksSheet
        open={sheet === 'locks'}
        date={date}
        locks={locks}
        busyId={unlock.isPending ? unlock.wish?.id : undefined}
        onUnlock={unlock.act}
        onClose={closeSheet}
      />
      <ClashSheet clash={clash} onClose={() => setClash(undefined)} />
    </>
  )
}

/** Why the coach has no time: one of the usual reasons, or 自定义 with the coach's own text. */
type Reason = { name: (typeof REASONS)[number] | undefined; own: string }

const OWN = '自定义'
const REASONS = ['午休', '休假', OWN] as const
/** Source: `reason` of the call. */
const MAX_LENGTH = 20

/** Returns the reason as it is sent; empty for none. */
function reasonText({ name, own }: Reason): string {
  return name === OWN ? own.trim() : (name ?? '')
}

/** Chooses why the time is locked. Only the coach reads it. */
function ReasonRow({ reason, onChange }: { reason: Reason; onChange: (reason: Reason) => void }) {
  return (
    <View className={classNames(styles.row, 'col-8 keep')}>
      <View className={classNames(styles.chips, 'chips-12-8')} {...semantics({ role: 'group', label: '原因' })}>
        <View className={classNames(styles.label, 't-sub muted')} {...semantics({ hidden: true })}>
          原因
        </View>
        {REASONS.map((name) => (
          <Chip
            key={name}
            onCard
            on={reason.name === name}
            onPress={() => onChange({ ...reason, name: reason.name === name ? undefined : name })}
          >
            {name}
          </Chip>
        ))}
      </View>
      {reason.name === OWN && (
        <Field
          label="原因，只有自己看得到"
          value={reason.own}
          maxLength={MAX_LENGTH}
          placeholder="例如 比赛、带队"
          onInput={(own) => onChange({ ...reason, own })}
        />
      )}
    </View>
  )
}
