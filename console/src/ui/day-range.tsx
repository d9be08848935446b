import { DatePicker, Space } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

/** Two days as yyyy-mm-dd, both inclusive; undefined is open. */
export type Days = { from: string | undefined; until: string | undefined }

type DayRangeProps = {
  label: string
  days: Days
  onChange: (days: Days) => void
  /** Whether both days are required. */
  isRequired?: boolean
}

const DAY_FORM = 'YYYY-MM-DD'

/**
 * A range of days in two fields: the library's single field for both traps the Tab key. If the end is before the
 * begin, the two days are swapped.
 */
export function DayRange({ label, days: { from, until }, onChange, isRequired = false }: DayRangeProps) {
  const shown = { allowClear: !isRequired, format: DAY_FORM }
  const textOf = (day: Dayjs | null) => day?.format(DAY_FORM)
  const choose = (chosen: Days) =>
    onChange(
      chosen.from && chosen.until && chosen.until < chosen.from ? { from: chosen.until, until: chosen.from } : chosen,
    )
  return (
    <Space.Compact role="group" aria-label={label}>
      <DatePicker
        {...shown}
        aria-label={`${label}从`}
        placeholder={`${label}从`}
        value={from ? dayjs(from) : null}
        onChange={(day) => choose({ from: textOf(day), until })}
      />
      <DatePicker
        {...shown}
        aria-label={`${label}到`}
        placeholder="到"
        value={until ? dayjs(until) : null}
        onChange={(day) => choose({ from, until: textOf(day) })}
      />
    </Space.Compact>
  )
}
