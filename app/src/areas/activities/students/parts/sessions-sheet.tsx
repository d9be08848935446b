import type { Student } from '@paidang/api/areas/students'
import { errors } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { type Day, dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Chip } from '../../../../ui/chip'
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
import {
  addsHours,
  changeText,
  firstEndOf,
  formRefusal,
  isChanged,
  itemsOf,
  MOST_SESSIONS,
  rowRefusal,
  rowsOf,
  SESSIONS_STEP,
  type SessionsRow,
  withNewRow,
} from './sessions-form'
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
        <View className={styles.refusal} {...semantics({ role: 'alert' })}>
          {told('rows')}
        </View>
      )}
      <NewContract onAdd={(course) => setKept(withNewRow(rows, course, today))} />
      <View className={styles.reason}>
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
      <View className={styles.head}>
        <View className={styles.course}>{courseName}</View>
        {!contract && (
          <View className={styles.remove} {...pressable({ label: `不新开${courseName}`, onPress: onRemove })}>
            <Icon name="close" size={18} />
          </View>
        )}
      </View>
      {contract && (
        <View className={styles.facts}>
          <Facts>
            {`剩余 ${lessonHoursText(contract.remainingSessions)}`}
            {`其中已预约 ${lessonHoursText(held)}`}
            {contract.lastHeldDay && `约到 ${formatDotDay(contract.lastHeldDay)}`}
            {`${formatDotDay(contract.expiryDate)} 到期`}
          </Facts>
        </View>
      )}
      <View className={styles.hours}>
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
      <View className={styles.changes} {...semantics({ live: 'polite' })}>
        {changes.length > 0 && <Facts>{changes}</Facts>}
      </View>
      {refusal && (
        <View className={styles.refusal} {...semantics({ role: 'alert' })}>
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
      <View className={styles.course}>新增合同</View>
      {!data && cause !== undefined ? (
        <View className={styles.failed}>
          {cause}
          <Button kind="ghost" size="s" busy={isFetching} onPress={() => refetch()}>
            重试
          </Button>
        </View>
      ) : (
        <View className={styles.courses}>
          {(data ?? []).map(({ companyCourse }) => (
            <Chip key={companyCourse.id} onCard onPress={() => onAdd(companyCourse)}>
              <Icon name="plus" size={14} />
              {companyCourse.courseName}
            </Chip>
          ))}
          {data?.length === 0 && <View className={styles.facts}>还没有你教授的课程</View>}
        </View>
      )}
    </View>
  )
}
