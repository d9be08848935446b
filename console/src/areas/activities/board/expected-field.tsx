import { DatePicker, Form } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

/** The expected time of a racket, as a field `expectedAt` of a form. */
export function ExpectedField() {
  const at = (days: number, hour: number) => dayjs().add(days, 'day').hour(hour).minute(0).second(0).millisecond(0)
  const presets = [
    { label: '两小时后', value: () => dayjs().add(2, 'hour').second(0).millisecond(0) },
    { label: '今天 18:00', value: () => at(0, 18) },
    { label: '明天 12:00', value: () => at(1, 12) },
    { label: '明天 18:00', value: () => at(1, 18) },
  ]
  return (
    <Form.Item
      name="expectedAt"
      label="预计可取（选填，会告诉顾客）"
      rules={[
        {
          validator: async (_, value: Dayjs | null | undefined) => {
            if (value?.isBefore(dayjs())) throw new Error('请选择将来的时间')
          },
        },
      ]}
    >
      <DatePicker
        aria-label="预计可取"
        showTime={{ format: 'HH:mm', minuteStep: 10 }}
        format="YYYY-MM-DD HH:mm"
        presets={presets}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}

/** Values of a form with that field. */
export type Expecting = { expectedAt?: Dayjs | null }

/** The field as the server takes it: empty without a value. */
export function expectedOf({ expectedAt }: Expecting): { expectedAt?: string } {
  return expectedAt ? { expectedAt: expectedAt.toISOString() } : {}
}

/** The initial value of the field: the time given before, or the player's requested time. Empty if that is past. */
export function expectingOf({ expectedAt, dueAt }: { expectedAt: string | null; dueAt: string | null }): Expecting {
  const said = expectedAt ?? dueAt
  return said !== null && dayjs(said).isAfter(dayjs()) ? { expectedAt: dayjs(said) } : {}
}
