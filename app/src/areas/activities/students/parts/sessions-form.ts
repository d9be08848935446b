import type { SessionsItem } from '@paidang/api/areas/contracts'
import { errors } from '@paidang/api/catalogue/errors'
import { whyNotSet } from '@paidang/domain/areas/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { type Day, formatDotDay, oneYearAfter } from '@paidang/domain/kernel/day'
import { heldOf, type StudentContract } from './student-labels'

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
export const SESSIONS_STEP = 0.5
export const MOST_SESSIONS = 1000
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
export function isChanged({ contract, settingSessions, expiryDate }: SessionsRow): boolean {
  return contract?.remainingSessions !== settingSessions || contract.expiryDate !== expiryDate
}

/** Whether any contract has more hours afterwards than before. */
export function addsHours(rows: readonly SessionsRow[]): boolean {
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
