import type { Student } from '@paidang/api/areas/activities/students'
import type { SessionsItem } from '@paidang/api/areas/money/contracts'
import { errors } from '@paidang/api/catalogue/errors'
import { whyNotSet } from '@paidang/domain/areas/money/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { type Day, dayOf, formatDotDay, oneYearAfter } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { DayPicker } from '../../../../ui/day-picker'
import { Facts } from '../../../../ui/dot'
import { Field } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import { confirmUnverifiedPhone } from '../../../money/contracts/unverified-phone'
import { useOwnCourses } from '../../booking/coach-data'
import { useUpdateSessions } from '../students-data'
import styles from './sessions-sheet.module.scss'
import { heldOf, type StudentContract } from './student-labels'

/** The maximum length of the API. */
const LONGEST_REASON = 100

type Props = {
  open: boolean
  student: Pick<Student, 'player' | 'isPhoneUnverified'>
  contracts: readonly StudentContract[]
  onClose: () => void
}

/**
 * 调整课时: sets hours and end dates of a student's contracts, and opens new ones. It shows the values before and after,
 * and asks for a reason.
 */
export function SessionsSheet({ open, student: { player, isPhoneUnverified }, contracts, onClose }: Props) {
  const today = dayOf(useMinute())
  const [kept, setKept] = useState(() => rowsOf(contracts))
  const [reason, setReason] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  const { act, isPending, refusal: failure, forget } = useUpdateSessions()
  if (wasOpen !== open) {
    setWasOpen(open)
    if (open) {
      setKept(rowsOf(contracts))
      setReason('')
      setWasSent(false)
      forget()
    }
  }
  // After a refusal the contracts are read again. The input stays, beside the current values.
  const rows = kept.map((row) => ({ ...row, contract: contracts.find(({ id }) => id === row.key) ?? row.contract }))
  const refusal = formRefusal(rows, reason, today)
  const count = rows.filter(isChanged).length

  const change = (key: string, part: Partial<SessionsRow>) =>
    setKept(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const told = (at: 'rows' | 'reason') => (wasSent && refusal?.at === at ? refusal.text : undefined)
  const submit = async () => {
    const asks = isPhoneUnverified && addsHours(rows)
    if (asks && !(await confirmUnverifiedPhone(player.nickname, '调整'))) return
    if (await act({ items: itemsOf(rows, player.id, asks), reason: reason.trim() })) onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`调整课时：${player.nickname}`}
      foot={
        <>
          {failure && (
            <Notice tone="bad" icon="warning">
              {failure}
            </Notice>
          )}
          <Button full busy={isPending} lacks={refusal?.text} onLacking={() => setWasSent(true)} onPress={submit}>
            {count > 1 ? `调整 ${count} 份合同` : '确认调整'}
          </Button>
        </>
      }
    >
      {rows.map((row) => (
        <RowFields
          key={row.key}
          row={row}
          today={today}
          onChange={(part) => change(row.key, part)}
          onRemove={() => setKept(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      {told('rows') && (
        <View className={classNames(styles.refusal, 't-caption bad')} {...semantics({ role: 'alert' })}>
          {told('rows')}
        </View>
      )}
      <NewContract onAdd={(course) => setKept(withNewRow(rows, course, today))} />
      <View className="in-12-0">
        <Field
          label="调整原因（学员会看到）"
          value={reason}
          onInput={setReason}
          placeholder="例如：续课 10 课时"
          maxLength={LONGEST_REASON}
          multiline
          error={told('reason')}
        />
      </View>
    </Sheet>
  )
}

type RowProps = {
  row: SessionsRow
  today: Day
  onChange: (part: Partial<SessionsRow>) => void
  onRemove: () => void
}

function RowFields({ row, today, onChange, onRemove }: RowProps) {
  const { contract, courseName, settingSessions, expiryDate } = row
  const [choosesDay, setChoosesDay] = useState(false)
  const held = contract ? heldOf(contract) : 0
  const refusal = isChanged(row) ? rowRefusal(row, today) : undefined
  const changes = changeText(row)
  return (
    <View className={styles.row} {...semantics({ role: 'group', label: courseName })}>
      <View className={classNames(styles.head, 'row-0')}>
        <View className="in-0-0 t-headline">{courseName}</View>
        {!contract && (
          <View
            className={classNames(styles.remove, 'centre muted')}
            {...pressable({ label: `不新开${courseName}`, onPress: onRemove })}
          >
            <Icon name="close" size={18} />
          </View>
        )}
      </View>
      {contract && (
        <View className={classNames(styles.facts, 't-caption muted')}>
          <Facts>
            {`剩余 ${lessonHoursText(contract.remainingSessions)}`}
            {`其中已预约 ${lessonHoursText(held)}`}
            {contract.lastHeldDay && `约到 ${formatDotDay(contract.lastHeldDay)}`}
            {`${formatDotDay(contract.expiryDate)} 到期`}
          </Facts>
        </View>
      )}
      <View className="wrap-8-12 in-8-4">
        <Stepper
          label={`${courseName}的课时`}
          unit="课时"
          value={settingSessions}
          min={contract ? held : SESSIONS_STEP}
          max={MOST_SESSIONS}
          step={SESSIONS_STEP}
          text={lessonHoursText}
          limits={{
            min: held > 0 ? errors.contract_sessions_held.message : '',
            max: `最多 ${MOST_SESSIONS} 课时`,
          }}
          onChange={(sessions) => onChange({ settingSessions: sessions })}
        />
        <View className={styles.chips}>
          {[5, 10].map((more) => (
            <Chip
              key={more}
              onCard
              onPress={() => onChange({ settingSessions: Math.min(MOST_SESSIONS, settingSessions + more) })}
            >
              {`+${more}`}
            </Chip>
          ))}
        </View>
      </View>
      <Cell
        icon="calendar"
        title={`${formatDotDay(expiryDate)} 到期`}
        value={choosesDay ? '收起' : '更改'}
        label={`${courseName}有效期至 ${formatDotDay(expiryDate)}，${choosesDay ? '收起' : '更改'}`}
        onPress={() => setChoosesDay(!choosesDay)}
      />
      {choosesDay && (
        <DayPicker
          value={expiryDate}
          min={firstEndOf(contract, today)}
          label={`${courseName}有效期`}
          onChange={(day) => onChange({ expiryDate: day })}
        />
      )}
      <View className="in-0-0 t-label brand" {...semantics({ live: 'polite' })}>
        {changes.length > 0 && <Facts>{changes}</Facts>}
      </View>
      {refusal && (
        <View className={classNames(styles.refusal, 't-caption bad')} {...semantics({ role: 'alert' })}>
          {refusal}
        </View>
      )}
    </View>
  )
}

/** Opens a new contract for one of the courses that the coach teaches. */
function NewContract({ onAdd }: { onAdd: (course: { id: string; courseName: string }) => void }) {
  const { data, cause, isFetching, refetch } = useOwnCourses()
  return (
    <View className={styles.row}>
      <View className="in-0-0 t-headline">新增合同</View>
      {!data && cause !== undefined ? (
        <View className="between in-8-0 t-sub muted">
          {cause}
          <Button kind="ghost" size="s" busy={isFetching} onPress={() => refetch()}>
            重试
          </Button>
        </View>
      ) : (
        <View className={classNames(styles.courses, 'in-8-0')}>
          {(data ?? []).map(({ companyCourse }) => (
            <Chip key={companyCourse.id} onCard onPress={() => onAdd(companyCourse)}>
              <Icon name="plus" size={14} />
              {companyCourse.courseName}
            </Chip>
          ))}
          {data?.length === 0 && (
            <View className={classNames(styles.facts, 't-caption muted')}>还没有你教授的课程</View>
          )}
        </View>
      )}
    </View>
  )
}

/** One contract of the form: its current state (undefined for a new one), and its new values. */
export type SessionsRow = {
  /** The contract's id; new_1 and so on for a new one. */
  key: string
  courseDesignId: string
  courseName: string
  contract: StudentContract | undefined
  settingSessions: number
  expiryDate: Day
}

/** Step and limit of the hours, in lesson hours, as the API takes them. */
const SESSIONS_STEP = 0.5
const MOST_SESSIONS = 1000
/** Maximum number of contracts in one request. Source: API "updateSessions" */
const MOST_ITEMS = 20
/** The initial hours of a new contract. */
const NEW_SESSIONS = 10

/** Returns the rows of the student's current contracts. */
export function rowsOf(contracts: readonly StudentContract[]): SessionsRow[] {
  return contracts.map((contract) => ({
    key: contract.id,
    courseDesignId: contract.courseDesign.id,
    courseName: contract.courseDesign.courseName,
    contract,
    settingSessions: contract.remainingSessions,
    expiryDate: contract.expiryDate,
  }))
}

/** Adds a row for a new contract of this course, with an unused number. */
export function withNewRow(rows: readonly SessionsRow[], course: { id: string; courseName: string }, today: Day) {
  const numbers = rows.map(({ key }) => Number(/^new_(\d+)$/.exec(key)?.[1] ?? 0))
  const row: SessionsRow = {
    key: `new_${Math.max(0, ...numbers) + 1}`,
    courseDesignId: course.id,
    courseName: course.courseName,
    contract: undefined,
    settingSessions: NEW_SESSIONS,
    expiryDate: oneYearAfter(today),
  }
  return [...rows, row]
}

/** Whether the row differs from its contract; a new contract always does. */
function isChanged({ contract, settingSessions, expiryDate }: SessionsRow): boolean {
  return contract?.remainingSessions !== settingSessions || contract.expiryDate !== expiryDate
}

/** Whether any contract has more hours afterwards than before. */
function addsHours(rows: readonly SessionsRow[]): boolean {
  return rows.some(({ contract, settingSessions }) => settingSessions > (contract?.remainingSessions ?? 0))
}

/** Returns the items to send: the rows that change something. `isPhoneChecked` says that the coach was asked about it. */
export function itemsOf(rows: readonly SessionsRow[], userId: string, isPhoneChecked = false): SessionsItem[] {
  return rows.filter(isChanged).map(({ key, courseDesignId, contract, settingSessions, expiryDate }) => ({
    id: key,
    userId,
    courseDesignId,
    settingSessions,
    expiryDate,
    ...(contract && { revision: contract.revision }),
    ...(isPhoneChecked && { isPhoneChecked }),
  }))
}

/** Says why the server would refuse this row, with its text. */
export function rowRefusal({ contract, ...setting }: SessionsRow, today: Day): string | undefined {
  const adjusted = contract && { ...contract, heldSessions: heldOf(contract) }
  const refusal = whyNotSet(adjusted, setting, today)
  return refusal && errors[refusal].message
}

/** Returns the first possible end of a contract: today, or the day of the last class that holds hours. */
export function firstEndOf(contract: StudentContract | undefined, today: Day): Day {
  const held = contract?.lastHeldDay
  return held && held > today ? held : today
}

/** Says why the form cannot be sent yet, and where to correct it; undefined when it can. */
export function formRefusal(
  rows: readonly SessionsRow[],
  reason: string,
  today: Day,
): { at: 'rows' | 'reason'; text: string } | undefined {
  const changed = rows.filter(isChanged)
  if (changed.length === 0) return { at: 'rows', text: '还没有改动' }
  if (changed.length > MOST_ITEMS) return { at: 'rows', text: `一次最多调整 ${MOST_ITEMS} 份合同` }
  for (const row of changed) {
    const refusal = rowRefusal(row, today)
    if (refusal) return { at: 'rows', text: refusal }
  }
  return reason.trim() === '' ? { at: 'reason', text: errors.reason_missing.message } : undefined
}

/** Returns what a row changes, as in 剩余 12.5 → 14; empty without a change. */
export function changeText({ contract, settingSessions, expiryDate }: SessionsRow): string[] {
  if (!contract) return [`新开 ${lessonHoursText(settingSessions)} 课时`, `${formatDotDay(expiryDate)} 到期`]
  const hours = `剩余 ${lessonHoursText(contract.remainingSessions)} → ${lessonHoursText(settingSessions)}`
  const end = `有效期 ${formatDotDay(contract.expiryDate)} → ${formatDotDay(expiryDate)}`
  return [
    ...(settingSessions === contract.remainingSessions ? [] : [hours]),
    ...(expiryDate === contract.expiryDate ? [] : [end]),
  ]
}
