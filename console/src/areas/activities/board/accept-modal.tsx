import { Form, Input } from 'antd'
import { FormModal } from '../../../ui/form-modal'
import { ExpectedField, type Expecting, expectedOf, expectingOf } from './expected-field'
import type { ActionFormProps } from './job'
import { useShopAction } from './job-calls'
import { titleOfAction } from './job-labels'

/** The shop accepts a job, and gives the expected time. */
export function AcceptModal({ job, onClose }: ActionFormProps) {
  const accept = useShopAction('accept', `已接单，${job.customer.nickname} 会收到通知`)
  return (
    <FormModal<Expecting & { remark?: string }>
      title={titleOfAction('接单', job)}
      effect={job.handIn === 'COURIER' ? '顾客会收到通知，并等待上门取拍。' : '顾客会收到通知，请他送拍到店。'}
      okText="接单"
      initialValues={expectingOf(job)}
      onSubmit={async ({ remark, ...values }) =>
        (await accept(job, { ...expectedOf(values), ...(remark?.trim() && { remark: remark.trim() }) })) !== 'refused'
      }
      onClose={onClose}
    >
      <ExpectedField />
      <Form.Item name="remark" label="给顾客的话（选填）">
        <Input maxLength={200} autoFocus />
      </Form.Item>
    </FormModal>
  )
}
