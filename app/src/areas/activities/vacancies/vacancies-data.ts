import * as api from '@paidang/api/areas/activities/vacancies'
import { type Day, dateAndWeekday, WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { CLASSES_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

const ALERTS_KEY = ['vacancy-alerts'] as const
const stale = [ALERTS_KEY, ['messages']]

/** The user's alerts; whether what they told is still free is read anew each time. */
export const useMyAlerts = () =>
  useRead(ALERTS_KEY, api.myVacancyAlerts, useUserId() === null ? null : {}, {
    staleTime: 0,
    live: [{ kind: 'messages' as const }],
  })

export const useCreateAlert = () => useWrite(api.createVacancyAlert, { stale })
export const useExtendAlert = () => useWrite(api.extendVacancyAlert, { stale })
export const useEndAlert = () => useWrite(api.endVacancyAlert, { stale })

/** Books a vacancy. `onTaken` gets the refusal where somebody was faster. */
export const useBookVacancy = (refused: (failure: Error) => void) =>
  useWrite(api.bookVacancy, { stale: [...stale, CLASSES_KEY, SCHEDULE_KEY, ['balls']], refused })

/** What 订场 does. Nobody reads it from the word alone. */
export const COURT_GAME = '订场会建一场不公开的约球，先只有您，不收费；报名截止时不足 2 人会自动取消'

const WORKDAYS = '1,2,3,4,5'

/** The days of an alert: 11.28 周六, 每天, 工作日, 周末, 每周二、周四. */
export function daysText({ firstDay, lastDay, weekdays }: { firstDay: Day; lastDay: Day; weekdays: number[] }): string {
  if (firstDay === lastDay) return dateAndWeekday(firstDay)
  if (weekdays.length === WEEKDAY_NAMES.length) return '每天'
  const days = [...weekdays].sort().join()
  if (days === WORKDAYS) return '工作日'
  if (days === '0,6') return '周末'
  return `每${weekdays.map((weekday) => WEEKDAY_NAMES[weekday] ?? '').join('、')}`
}

/** What an alert waits for: 王启明 · 星湖网球中心, 星湖网球中心 · 网球场地, 网球球局. */
export function subjectText({ kind, coach, venue, sport }: api.VacancyAlert): string {
  const where = venue ? [venue.name] : []
  if (kind === 'CLASS') return [coach?.nickname ?? '', ...where].join(' · ')
  const what = `${sport ? SPORT_NAMES[sport] : ''}${kind === 'COURT' ? '场地' : '球局'}`
  return [...where, what].join(' · ')
}

/** A vacancy in one line: 11.28 周六 19:00–20:00. */
export const timeText = ({ day, beginTimeSlot, endTimeSlot }: api.Vacancy) =>
  `${dateAndWeekday(day)} ${whenOf(beginTimeSlot, endTimeSlot)}`

export const placeText = ({ title, place, courtName }: api.Vacancy) =>
  [title ?? '', place, courtName ?? ''].filter((text) => text !== '').join(' · ')
