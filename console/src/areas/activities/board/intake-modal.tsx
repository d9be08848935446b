import { Checkbox, Form, Input } from 'antd'
import { FormModal } from '../../../ui/form-modal'
import { type Picture, UploadPictures } from '../../../ui/upload-pictures'
import { ExpectedField, type Expecting, expectedOf, expectingOf } from './expected-field'
import { type ActionFormProps, MAX_PHOTOS } from './job'
import { usePhotoUpload, useShopAction } from './job-calls'
import { titleOfAction } from './job-labels'

/** The server's limit. Source: `receiveStringingOrder` */
const MAX_CONDITION = 200

/** The checklist for a racket that comes in; unticked points are in order. */
const FAULTS = ['拍框裂痕', '拍框掉漆', '护线管破损', '手胶磨损', '拍柄松动', '旧线已断', '带减震器', '带拍套'] as const

type Values = Expecting & { faults?: string[]; words?: string; photos?: Picture[] }

/** The condition of a racket, in one sentence: 拍框掉漆、带减震器；拍头磕碰. Without any fault it is in order. */
function conditionOf({ faults = [], words = '' }: Pick<Values, 'faults' | 'words'>): string {
  return [faults.join('、'), words.trim()].filter(Boolean).join('；') || '外观完好'
}

/** Takes a racket into the shop: its condition, with photos, and the expected time. */
export function IntakeModal({ job, onClose, onReceived }: ActionFormProps & { onReceived: (id: string) => void }) {
  const receive = useShopAction('receive', `已收拍，${job.customer.nickname} 会收到检查结果`)
  const upload = usePhotoUpload()
  return (
    <FormModal<Values>
      title={titleOfAction('收拍', job)}
      effect="检查结果和照片会发给顾客，作为球拍状况的凭据。收拍后打印标签。"
      okText="收拍并打印标签"
      width={640}
      initialValues={expectingOf(job)}
      onSubmit={async (values) => {
        const photos = (values.photos ?? []).map(({ relativePath }) => relativePath)
        const body = { condition: conditionOf(values), photos, ...expectedOf(values) }
        const end = await receive(job, body)
        if (end === 'done') onReceived(job.id)
        return end !== 'refused'
      }}
      onClose={onClose}
    >
      <Form.Item name="faults" label="检查（不勾选即为完好）">
        <Checkbox.Group options={[...FAULTS]} />
      </Form.Item>
      <Form.Item
        name="words"
        label="说明（选填）"
        dependencies={['faults']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, words?: string) => {
              const condition = conditionOf({ faults: getFieldValue('faults'), words: words ?? '' })
              if (condition.length > MAX_CONDITION) throw new Error(`检查结果最多 ${MAX_CONDITION} 字`)
            },
          }),
        ]}
      >
        <Input.TextArea rows={2} placeholder="如：拍头两点钟方向有磕碰" autoFocus />
      </Form.Item>
      <Form.Item name="photos" label="照片（选填）">
        <UploadPictures label="球拍照片" max={MAX_PHOTOS} hasCover={false} upload={upload} />
      </Form.Item>
      <ExpectedField />
    </FormModal>
  )
}
