import { queryUsers, readManagedUser, suspendUser, type UserDetail } from '@paidang/api/areas/desks/admin-users'
import { searchAudit } from '@paidang/api/areas/ground/admin-audit'
import { DatePicker, Form, Input, Radio } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

type Typed = { howLong: 'forGood' | 'untilDay'; lastDay?: Dayjs; reason: string }

/** Asks for the length and the reason of a suspension, and says what it changes and what it leaves. */
export function SuspendModal({ user: { id, nickname, revision }, onClose }: { user: UserDetail; onClose: () => void }) {
  const { doIt } = useAction()
  const suspend = useWrite(suspendUser, { changes: [readManagedUser, queryUsers, searchAudit] })
  const submit = async ({ howLong, lastDay, reason }: Typed) => {
    const until = howLong === 'untilDay' ? (lastDay?.format('YYYY-MM-DD') ?? null) : null
    const body = { reason: reason.trim(), lastDay: until, revision }
    return (await doIt({ run: () => suspend.mutateAsync({ params: { id }, body }), done: '账号已停用' })) !== undefined
  }
  return (
    <FormModal<Typed>
      title={`停用「${nickname}」的账号`}
      effect="该用户立即在所有设备上退出，停用期间不能登录，别人也不能再预约他的课。已约的课、课时、余额和订单都保留，需要时请另行处理。"
      okText="停用"
      isDangerous
      initialValues={{ howLong: 'untilDay' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="howLong" label="期限">
        <Radio.Group
          options={[
            { value: 'untilDay', label: '到某天为止' },
            { value: 'forGood', label: '长期' },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['howLong']}>
        {({ getFieldValue }) =>
          getFieldValue('howLong') === 'untilDay' && (
            <Form.Item
              name="lastDay"
              label="停用至（含当天）"
              rules={[{ required: true, message: '请选择停用到哪天' }]}
            >
              <DatePicker style={{ width: '100%' }} minDate={dayjs()} />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item
        name="reason"
        label="原因（用户会看到）"
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  )
}
