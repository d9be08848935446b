import { monthSoFar, type Period, whyNotPeriod } from '@paidang/domain/areas/cockpit/period'
import { addDays, dayOf, firstOfMonth } from '@paidang/domain/kernel/day'
import { App, DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

const DAY_FORM = 'YYYY-MM-DD'

/** Chooses the period of a page. */
export function PeriodPicker({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { message } = App.useApp()
  const today = dayOf(new Date())
  const lastMonth = { from: firstOfMonth(today, 1), until: addDays(firstOfMonth(today), -1) }
  const presets = [
    { label: '本月', value: monthSoFar(today) },
    { label: '上月', value: lastMonth },
    { label: '近30天', value: { from: addDays(today, -29), until: today } },
    { label: '近90天', value: { from: addDays(today, -89), until: today } },
    { label: '近一年', value: { from: addDays(today, -364), until: today } },
  ]
  const choose = (days: [Dayjs | null, Dayjs | null] | null) => {
    const [from, until] = days ?? []
    if (!from || !until) return
    const chosen = { from: from.format(DAY_FORM), until: until.format(DAY_FORM) }
    if (whyNotPeriod(chosen)) message.warning('请选择一年以内的时间段')
    else onChange(chosen)
  }
  return (
    <DatePicker.RangePicker
      aria-label="时间段"
      allowClear={false}
      style={{ width: 260 }}
      value={[dayjs(period.from), dayjs(period.until)]}
      presets={presets.map(({ label, value: { from, until } }) => ({ label, value: [dayjs(from), dayjs(until)] }))}
      onChange={choose}
    />
  )
}
